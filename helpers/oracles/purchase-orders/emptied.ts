import { escapeStep, isObject } from "../../contract/json.js";
import type { Change } from "../../wire/changes.js";
import { emptiedIn } from "../../wire/emptied.js";
import type { Raw } from "../../wire/raw.js";
import { FREE_TEXTS } from "./fields.js";
import { oneMore } from "./lines.js";

/**
 * Members that a client fills in and that depend on nothing else: notes, the number or name of the order, its lines.
 * Others may rightly become empty once an order is changed, such as who approved it, or what is known of its tracking.
 */
const OWN =
  /^(internal_)?(notes?|comments?|memo|description)$|^((purchase_)?order_|po_)?(number|name|lines|items|products)$|^line_items$|^external_([a-z]+_)*id$/;

/**
 * Where an order shows nothing any more in place of what its client filled in, shipping fields apart; members that are
 * left out count, so both readings must be of the whole order.
 */
export function emptied(before: Raw, after: Raw): readonly Change[] {
  const lines = oneMore(before)?.member;
  return emptiedAmong(
    Object.keys(before).filter((name) => OWN.test(name) || name === lines),
    before,
    after,
  );
}

/**
 * Like `emptied`, and the free texts of its shipping fields; but an answer to a change may leave out members that are as
 * they were.
 */
export function emptiedByMove(before: Raw, after: Raw): readonly Change[] {
  const texts = emptiedAmong(FREE_TEXTS, before, after);
  return [...emptied(before, after), ...texts].filter(({ after: shown }) => shown !== undefined);
}

/** Where texts, numbers and lists among these members are gone. */
function emptiedAmong(names: readonly string[], before: Raw, after: Raw): readonly Change[] {
  const plain = names.filter((name) => !isObject(before[name]));
  return emptiedIn(plain, before, after).map((name) => ({
    pointer: `/${escapeStep(name)}`,
    before: before[name],
    after: after[name],
  }));
}
