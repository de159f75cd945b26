import type { ListDeclaration } from "../../../contract/lists.js";
import { createdBefore, datedBy } from "../../../wire/dated.js";
import { type Item, idsOf } from "../../../wire/decode.js";
import type { Instant } from "../../../wire/instant.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { givenEach } from "../../check/given.js";
import type { Watch } from "../../check/steady.js";
import { boundsBetween } from "../asking/bounds.js";
import { type ListQuery, sameIds } from "../asking/pages.js";
import { sightingsOf } from "../asking/sightings.js";
import { driftOf, lastingTextOf, vanishedFrom } from "./drift.js";
import { type Facts, Reading } from "./reading.js";
import { known, readAnew } from "./readings.js";

/**
 * Which changes disturb a relation. Members: a change of one of these, or an item more or less among those older than
 * the run; for relations that use `Reading.filters`, or to which unknown items do no harm. "every-member": a change of
 * any member. "everything": new items too.
 */
export type Matters = "everything" | "every-member" | readonly string[];

/** For relations about which items there are, in order of creation. */
export const WHICH_ITEMS: Matters = [];

/** For relations that also depend on the order of modification. */
export const WHICH_AND_WHEN: Matters = ["modified_at"];

/**
 * Which members matter to a filter: its own and, where shown, the time of modification, because a value may change and
 * change back between two looks.
 */
export function mattersToFilter({ filters, showsChange }: ListDeclaration, parameter: string): Matters {
  const match = filters[parameter];
  const changed = showsChange ? ["modified_at"] : [];
  if (match?.by === "member") return [match.member, ...changed];
  return match?.by === "tag" ? ["tags", ...changed] : "every-member";
}

/** A list as it was at one moment. */
export interface Look {
  readonly facts: Facts;
  /** Its newest ends, if the items alone do not show every change; otherwise null. */
  readonly ends: string | null;
}

/** Disturbed readings of one relation before the check gives up. */
const MOST_EACH = 3;
/** For this many milliseconds, the last look of one check serves as the first look of the next. */
const FRESH_MS = 250;

/** What the checks of a run know about how much a list changes. */
class Unrest {
  disturbed = 0;
  /** Whether a change by other clients was seen. */
  drifts = false;
  /** Watches confine themselves to items older than this bound. */
  bound: Instant | null = null;
  /** The items older than the bound, read once in an epoch. */
  quiet: { readonly epoch: number; readonly reading: Promise<Reading> } | null = null;
  last: { readonly look: Look; readonly at: number } | null = null;
}

const unrestOf = givenEach(async (_: Check, __: ListDeclaration) => new Unrest());

/** How many items that vanished are asked for by id. */
const ASKED = 3;

/** Attempts to find out whether created_at_end can be relied on. */
const TRIES = 3;

/**
 * Watches a list while relations over it are judged. Once a reading was disturbed, it restricts itself by
 * created_at_end to items older than the run, so that new items do not matter.
 */
export class ListWatch implements Watch<Look> {
  #bound: Instant | null = null;
  #disturbed = 0;
  readonly #looks: Look[] = [];
  readonly #textOf: (item: Item) => string;

  constructor(
    private readonly t: Check,
    private readonly list: ListDeclaration,
    private readonly matters: Matters,
  ) {
    this.#textOf = lastingTextOf(list);
  }

  /**
   * The reading for the first judgement: if the list was seen to change, the items older than the bound.
   * @param usual the reading of a list that was not seen to change
   */
  async first(usual: (t: Check, list: ListDeclaration) => Promise<Reading>): Promise<Reading> {
    const { t } = this;
    const unrest = await this.#unrest();
    if (unrest.bound === null || this.matters === "everything") return usual(t, this.list);
    this.#bound = unrest.bound;
    const epoch = t.session.timesDone(this.list.changedBy);
    if (unrest.quiet?.epoch !== epoch) unrest.quiet = { epoch, reading: this.#readQuiet() };
    return unrest.quiet.reading;
  }

  async before(): Promise<Look | null> {
    const unrest = await this.#unrest();
    this.#bound = this.matters === "everything" ? null : unrest.bound;
    if (unrest.disturbed > 0) return null;
    // The first reading may have been made before the run itself changed the list.
    if (this.t.session.timesDone(this.list.changedBy) > 0) return null;
    const facts = await ifReadable(known(this.t, this.list));
    if (facts === null || this.#ordersByHidden()) return null;
    // A list read again since does not show how it was when the run began.
    const census = await this.t.census.list(this.list.name);
    if (!sameIds(idsOf(census.oldest), idsOf(facts.items))) return null;
    const ends = facts.whole ? null : await this.t.census.knownFingerprint(this.list.name);
    return this.#keep({ facts: await this.#steadyIn(facts), ends });
  }

  async look(): Promise<Look> {
    const { t } = this;
    const unrest = await this.#unrest();
    const { last } = unrest;
    if (this.#looks.length === 0 && last?.look.ends === null && !this.#needsEnds(last.look.facts)) {
      if (t.session.now() - last.at < FRESH_MS) return this.#keep(last.look);
    }
    const { name } = this.list;
    const way = (await ifReadable(known(t, this.list))) ?? {
      size: (await t.census.list(name)).pageSize,
      dir: "asc" as const,
    };
    const facts = await readAnew(t, this.list, way);
    const ends = this.#needsEnds(facts) ? await t.census.fingerprint(name, t.rule, this.#filters()) : null;
    const look = { facts: await this.#steadyIn(facts), ends };
    unrest.last = { look, at: t.session.now() };
    return this.#keep(look);
  }

  isStill(earlier: Look, later: Look): boolean {
    const bound = this.#bound;
    const text = ({ facts: { items, total }, ends }: Look) =>
      JSON.stringify([
        bound === null ? total : null,
        itemTexts(older(items, bound), (item) => this.#whatMatters(item)),
        ends,
      ]);
    return text(earlier) === text(later);
  }

  isUnchanged(earlier: Look, later: Look): boolean {
    const text = ({ facts: { items, total }, ends }: Look) =>
      JSON.stringify([total, ends, itemTexts(items, this.#textOf)]);
    return text(earlier) === text(later);
  }

  async drift(): Promise<string | null> {
    const looks = this.#looks.map(({ facts }) => facts);
    return driftOf(looks, this.#textOf) ?? this.#replaced(vanishedFrom(looks));
  }

  async disturbed(): Promise<boolean> {
    const unrest = await this.#unrest();
    unrest.disturbed += 1;
    // A list that differs although nobody changed it does not move: it contradicts itself.
    unrest.drifts ||= (await this.drift()) !== null;
    unrest.bound ??= await this.t.given(boundOf(this.list));
    if (this.matters !== "everything") this.#bound = unrest.bound;
    this.#disturbed += 1;
    return this.#disturbed < MOST_EACH && unrest.disturbed < this.t.budget("lists.disturbed");
  }

  async othersWrite(): Promise<boolean> {
    return (await this.#unrest()).drifts || (await this.t.given(sightingsOf(this.list))).sawChange;
  }

  lags(): boolean {
    return this.t.session.lag.isSeen;
  }

  /** What a relation is judged against: a fresh reading, so that its pages are asked for again. */
  reading({ facts }: Look): Reading {
    if (this.#bound === null || !facts.whole) return new Reading(this.list, facts);
    const items = older(facts.items, this.#bound);
    return new Reading(this.list, { ...facts, items, total: items.length, filters: this.#filters() });
  }

  async #readQuiet(): Promise<Reading> {
    const facts = await readAnew(this.t, this.list, await known(this.t, this.list));
    return this.reading({ facts, ends: null });
  }

  /**
   * One of some items that is not found by id either, as a listed one is: another client removed it, and added others
   * before the total was read.
   */
  async #replaced(vanished: readonly string[]): Promise<string | null> {
    const listed = this.#looks.at(-1)?.facts.items[0];
    if (vanished.length === 0 || listed === undefined || (await this.#statusOf(listed.id)) !== 200)
      return null;
    for (const id of vanished.slice(0, ASKED)) {
      if ((await this.#statusOf(id)) === 404) return `1 item gone: ${id}`;
    }
    return null;
  }

  /** A list without what somebody is at work on, as far as that was seen by now. */
  async #steadyIn(facts: Facts): Promise<Facts> {
    const seen = await this.t.given(sightingsOf(this.list));
    const unsteady = new Set(idsOf(facts.items).filter((id) => seen.has(id)));
    return unsteady.size === 0 ? facts : { ...facts, items: seen.without(facts.items), unsteady };
  }

  /** How the target answers a request for one item. */
  async #statusOf(id: string): Promise<number | null> {
    const { byId: operation, id: parameter } = this.list;
    if (!this.t.inScope(operation)) return null;
    const read = await ifReadable(this.t.ask({ operation, path: { [parameter]: id } }));
    return read?.answer.status ?? null;
  }

  async #unrest(): Promise<Unrest> {
    return this.t.given(unrestOf(this.list));
  }

  #filters(): ListQuery {
    return this.#bound === null ? {} : { created_at_end: this.#bound.text };
  }

  #whatMatters(item: Item): unknown {
    if (typeof this.matters === "string") return this.#textOf(item);
    const { raw } = item;
    return [raw.created_at, ...this.matters.map((member) => raw[member])];
  }

  #needsEnds({ whole }: Facts): boolean {
    return !whole || this.#ordersByHidden();
  }

  /** Whether the relation depends on a time of modification that this list's items do not show. */
  #ordersByHidden(): boolean {
    return !this.list.showsChange && this.matters.includes("modified_at");
  }

  #keep(look: Look): Look {
    this.#looks.push(look);
    return look;
  }
}

/**
 * A bound with nearly all items that the run found at its start on the older side, and no later ones. Null if
 * created_at_end does not return exactly these.
 */
const boundOf = givenEach(quietBound);

async function quietBound(t: Check, list: ListDeclaration): Promise<Instant | null> {
  const before = await ifReadable(known(t, list));
  const bound = before?.whole === true ? boundsBetween(datedBy(before.items) ?? []).at(-1) : undefined;
  if (before === null || bound === undefined) return null;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const fresh = new Reading(list, before);
    const walk = await fresh.surely(t, { created_at_end: bound.text });
    const { items } = await readAnew(t, list, before);
    if (walk.kind === "walk" && sameIds(idsOf(walk.items), idsOf(older(items, bound)))) return bound;
  }
  return null;
}

function older(items: readonly Item[], bound: Instant | null): readonly Item[] {
  return bound === null ? items : createdBefore(items, bound);
}

function itemTexts(items: readonly Item[], shown: (item: Item) => unknown): readonly string[] {
  return items.map((item) => JSON.stringify([item.id, shown(item)])).sort();
}
