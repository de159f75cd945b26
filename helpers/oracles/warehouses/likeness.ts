import type { Item } from "../../wire/decode.js";
import type { Raw } from "../../wire/raw.js";
import {
  ADDRESS_MEMBERS,
  ADDRESSES,
  INDICATOR,
  type Members,
  membersOf,
  type SentMembers,
  texts,
  type WhichAddress,
} from "./record.js";

// Whether a warehouse shows what was sent.

/** Whether a warehouse shows everything that was sent, as far as it shows any of it. */
export function isShown(sent: SentMembers, shown: Members): boolean {
  return (["name", ...ADDRESSES] as const).every((member) => differences(sent, shown, member).length === 0);
}

/** What one member shows other than was sent: the name itself, or members of the address. */
export function differences(sent: SentMembers, shown: Members, member: MemberName): readonly string[] {
  if (member !== "name") return addressDifferences(sent[member], shown[member] ?? {});
  return shown.name === null || shown.name === sent.name ? [] : ["name"];
}

/** Whether another warehouse took on something that was sent; other changes are made by other clients. */
export function isNewlyLike(sent: SentMembers, before: Raw, now: Raw): boolean {
  const [was, is] = [membersOf(before), membersOf(now)];
  const isTaken = (which: WhichAddress) => {
    const [old, came] = [was[which], is[which]];
    if (old === null || came === null || old.address_line1 === came.address_line1) return false;
    return came.address_line1 === sent[which].address_line1;
  };
  return (was.name !== is.name && is.name === sent.name) || ADDRESSES.some(isTaken);
}

/**
 * Members of an address that were sent but show another value. Ignores letter case, accents, blanks, and what carriers'
 * address forms change: shortened words, codes of states, a longer postal code.
 * @param former the address before, of which no value is another form of the one that was sent
 */
export function addressDifferences(sent: Raw, shown: Raw, former: Raw = {}): readonly string[] {
  return [...ADDRESS_MEMBERS, INDICATOR].filter((member) => {
    const [due, came] = [sent[member], shown[member]];
    // A target may know more values than yes and no.
    if (member === INDICATOR && came !== "yes" && came !== "no") return false;
    if (typeof due !== "string" || typeof came !== "string") return false;
    return !saysTheSame(member, due, came) || (came === former[member] && isAnother(due, came));
  });
}

/** Whether each of two texts has words of its own, none of which could be one of the other's in a shorter form. */
function isAnother(one: string, other: string): boolean {
  const [left, right] = [wordsIn(one, WORD), wordsIn(other, WORD)];
  const initials = (words: readonly string[], others: readonly string[]) =>
    words.filter((word) => !others.includes(word)).map(([initial]) => initial);
  const [own, others] = [initials(left, right), initials(right, left)];
  return own.length > 0 && others.length > 0 && !own.some((initial) => others.includes(initial));
}

/** A member of a warehouse that an update sets. */
export type MemberName = keyof Members;

/**
 * Members that one place still shows as before an update, while another place shows them as they were sent; or as
 * something else, where both places showed the same before.
 * @param former what the warehouse showed or was sent before
 * @param both what the two places showed before; a list may show a shorter or longer form
 */
export function lateMembers(
  sent: SentMembers,
  late: Members,
  ahead: Members,
  former: readonly Members[],
  both: readonly [Members, Members] | null = null,
): readonly MemberName[] {
  const isSpoilt = (due: unknown, came: unknown, shown: (members: Members) => unknown) =>
    both !== null && shown(both[0]) === shown(both[1]) && !isPartOf(due, came) && !isPartOf(came, due);
  const isLate = (which: WhichAddress) => {
    const [due, came, elsewhere] = [sent[which], late[which] ?? {}, ahead[which] ?? {}];
    const missed = addressDifferences(due, elsewhere);
    return addressDifferences(due, came).some(
      (member) =>
        typeof elsewhere[member] === "string" &&
        !missed.includes(member) &&
        (former.some((one) => one[which]?.[member] === came[member]) ||
          isSpoilt(due[member], came[member], (members) => members[which]?.[member])),
    );
  };
  const isNamedLate =
    ahead.name === sent.name &&
    late.name !== sent.name &&
    (former.some(({ name }) => name === late.name) || isSpoilt(sent.name, late.name, ({ name }) => name));
  return [...(isNamedLate && late.name !== null ? (["name"] as const) : []), ...ADDRESSES.filter(isLate)];
}

function isPartOf(whole: unknown, part: unknown): boolean {
  return typeof whole !== "string" || typeof part !== "string" || plain(whole).includes(plain(part));
}

interface WarehouseList {
  readonly items: readonly Item[];
}

/** What v2 showed of a warehouse by id before its change, and of all in the list. */
interface Readings {
  readonly id: string;
  readonly original: Members | null;
  readonly listBefore: WarehouseList | null;
  readonly listAfter: WarehouseList | null;
}

/**
 * Members of an address that were sent but are not shown, although v2 shows them: the warehouse showed them by id
 * before, or other warehouses show them in the list but this one does not. An empty text may be left out.
 */
export function lostMembers(
  { id, original, listBefore, listAfter }: Readings,
  which: WhichAddress,
  sent: Raw,
  shown: Raw,
): readonly string[] {
  const inList = (list: WarehouseList | null) =>
    (list?.items ?? []).map((item) => ({ id: item.id, shown: shownIn(membersOf(item.raw)[which]) }));
  const own = inList(listAfter).find((item) => item.id === id)?.shown;
  const others = inList(listBefore).flatMap((item) => (item.id === id ? [] : item.shown));
  const usual = [
    ...shownIn(original?.[which] ?? null),
    ...(own === undefined ? [] : others.filter((member) => !own.includes(member))),
  ];
  return shownIn(sent).filter(
    (member) => sent[member] !== "" && shown[member] == null && usual.includes(member),
  );
}

function shownIn(address: Raw | null): readonly string[] {
  const shown = Object.keys(texts(address ?? {}));
  return typeof address?.[INDICATOR] === "string" ? [...shown, INDICATOR] : shown;
}

/** A word of an address. */
const WORD = /[\p{L}\p{N}]+/gu;

/** Members that a service may bring into the carriers' form. */
const STREET: ReadonlySet<string> = new Set(["address_line1", "address_line2", "city_locality"]);

function saysTheSame(member: string, due: string, came: string): boolean {
  if (plain(due) === plain(came)) return true;
  if (member === "postal_code" || member === "phone")
    return (
      plain(due) !== "" &&
      plain(came) !== "" &&
      (plain(came).startsWith(plain(due)) || plain(came).endsWith(plain(due)))
    );
  if (member === "state_province") return isShortFor(due, came) || isShortFor(came, due);
  return STREET.has(member) && share(due, came, /\d+/g) !== false && share(due, came, WORD) === true;
}

/** Whether two texts have such a word in common, letter case aside; null if one of them has none. */
function share(one: string, other: string, word: RegExp): boolean | null {
  const [left, right] = [wordsIn(one, word), wordsIn(other, word)];
  if (left.length === 0 || right.length === 0) return null;
  return right.some((each) => left.includes(each));
}

function wordsIn(text: string, word: RegExp): readonly string[] {
  return unmarked(text).match(word) ?? [];
}

/** In small letters without accents. */
function unmarked(text: string): string {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
}

/** The most letters of a code for a state or a province. */
const CODE = 3;

/** Whether a text is a code for a name, such as NV for Nevada: its letters stand there in order, the first one first. */
function isShortFor(code: string, name: string): boolean {
  const letters = [...plain(code)];
  if (letters.length === 0 || letters.length > CODE || plain(name).length <= letters.length) return false;
  return new RegExp(`^${letters.join(".*")}`, "u").test(plain(name));
}

function plain(text: string): string {
  return unmarked(text).replace(/[^\p{L}\p{N}]/gu, "");
}
