import { hasId, type Item, type Page } from "../../wire/decode.js";
import type { Findings } from "../../wire/exchange.js";
import { plural, renderValue } from "../../wire/message.js";
import { finding } from "../finding.js";

// Items that show no id may be alike. Whether an item of page 1 comes again on page 2 shows beside a page that holds as
// many items as both.

type Pages = readonly [first: Page, second: Page];

/** Whether an item of page 2 looks like one of page 1, and neither shows an id. */
export function mayRepeat([first, second]: Pages): boolean {
  const before = textsOf(first);
  return (
    ![...first.items, ...second.items].some(hasId) && textsOf(second).some((text) => before.includes(text))
  );
}

/** Judges that page 2 repeats no item of page 1 that a page of both sizes together holds less often. */
export function openRepeats({ rule, pages, both }: { rule: string; pages: Pages; both: Page }): Findings {
  const [first, second] = pages;
  const [before, behind, whole] = [textsOf(first), textsOf(second), textsOf(both)];
  // A target may serve smaller pages, sort anew each time, or show something of the moment in its items.
  const isComparable =
    whole.length === before.length + behind.length && before.every((text, at) => text === whole[at]);
  if (!isComparable) return [];
  const isSurplus = (text: string) =>
    before.includes(text) && countOf(text, whole) < countOf(text, [...before, ...behind]);
  const surplus = second.items[behind.findIndex(isSurplus)];
  if (surplus === undefined) return [];
  const documented = `page 2 holds the items behind those of page 1, as a page of ${plural(whole.length, "item")} shows them`;
  const exchanges = [second.exchange, first.exchange, both.exchange];
  return [finding({ rule, exchanges }, documented, `one of page 1 again: ${renderValue(surplus.raw)}`)];
}

function textsOf({ items }: { readonly items: readonly Item[] }): readonly string[] {
  return items.map(({ raw }) => JSON.stringify(raw));
}

function countOf(text: string, texts: readonly string[]): number {
  return texts.filter((other) => other === text).length;
}
