import type { ListDeclaration } from "../../contract/lists.js";
import { meetsFilter } from "../../oracles/filters.js";
import type { Item } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import type { Check } from "../check/check.js";
import { sieveOf, valuesOf } from "./asked-filters.js";
import type { Reading } from "./reading.js";
import { known } from "./readings.js";

/** Asks for values that no item has: the answer must be an empty list. */
export async function unknownValues(t: Check, list: ListDeclaration): Promise<void> {
  const reading = await known(t, list);
  for (const parameter of Object.keys(list.filters)) {
    const value = strangeValue(list, reading.items, parameter);
    if (value === null) continue;
    const read = await reading.ask(t, { [parameter]: value });
    // If items come, the filter's own rule reports it; they are no evidence here.
    if (read.kind === "page" && read.items.length > 0) continue;
    t.saw("values");
    if (read.kind === "refused")
      t.breach(
        read.exchange,
        `status 200 and an empty list for a ${parameter} that no item has`,
        `status ${read.exchange.answer.status}`,
      );
  }
}

/** Asks for a value that no item has: any item under it is one too many. */
export async function judgeStranger(
  t: Check,
  reading: Reading,
  parameter: string,
): Promise<readonly Finding[]> {
  const { list, items } = reading;
  const value = strangeValue(list, items, parameter);
  const sieve = value === null ? null : sieveOf(list, parameter, value);
  if (sieve === null) return [];
  const read = await reading.ask(t, sieve.query);
  // Another rule judges a refusal of such a value.
  if (read.kind === "refused") return [];
  t.saw("values that no item has");
  return meetsFilter({ rule: t.rule, exchanges: [read.exchange], filter: sieve.filter, items: read.items });
}

/** A value that no item has: an existing value cut short if nothing has that, otherwise a made-up one. */
function strangeValue(list: ListDeclaration, items: readonly Item[], parameter: string): string | null {
  const { unknown = null } = list.filters[parameter] ?? {};
  if (unknown === null) return null;
  const shown = valuesOf(list, items, parameter).map(([value]) => value);
  const cut = shown[0]?.slice(0, -1) ?? "";
  return cut === "" || shown.includes(cut) ? unknown : cut;
}
