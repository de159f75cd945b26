import type { Raw } from "../../../wire/raw.js";
import { ADDRESS_MEMBERS, INDICATOR, type WarehouseBody } from "./bodies.js";
import { membersOf, type SeenWarehouse } from "./record.js";

/** Whether a warehouse shows everything that was sent, as far as it shows any of it. */
export function isShown(sent: WarehouseBody, { name, origin, returns }: SeenWarehouse): boolean {
  return (
    (name === null || name === sent.name) &&
    (origin === null || addressDifferences(sent.origin_address, origin).length === 0) &&
    (returns === null || addressDifferences(sent.return_address, returns).length === 0)
  );
}

/** Whether another warehouse took on something that was sent; other changes are made by other clients. */
export function isNewlyLike(sent: WarehouseBody, before: Raw, now: Raw): boolean {
  const [was, is] = [membersOf(before), membersOf(now)];
  const took = (due: Raw, old: Raw | null, came: Raw | null) =>
    old !== null &&
    came !== null &&
    old.address_line1 !== came.address_line1 &&
    came.address_line1 === due.address_line1;
  return (
    (was.name !== is.name && is.name === sent.name) ||
    took(sent.origin_address, was.origin, is.origin) ||
    took(sent.return_address, was.returns, is.returns)
  );
}

/**
 * Members of an address that were sent but show another value. Ignores letter case, blanks, and what carriers' address
 * forms change: shortened words, a longer postal code.
 */
export function addressDifferences(sent: Raw, shown: Raw): readonly string[] {
  return [...ADDRESS_MEMBERS, INDICATOR].filter((member) => {
    const [due, came] = [sent[member], shown[member]];
    // A target may know more values than yes and no.
    if (member === INDICATOR && came !== "yes" && came !== "no") return false;
    return typeof due === "string" && typeof came === "string" && !saysTheSame(member, due, came);
  });
}

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
  if (!STREET.has(member)) return false;
  const words = new Set(due.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return (came.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => words.has(word));
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
