import { visible } from "./text.js";

/**
 * Text that is already markup. Only the tag below and `trusted` make it, so that a string from a target can
 * never pass for it.
 */
export class Markup {
  constructor(readonly text: string) {}
}

type Value = Markup | string | number | null | readonly Value[];

/**
 * Template tag for HTML, XML and SVG: every value is escaped, and characters that XML forbids or that a reader
 * cannot see are spelt out; null is nothing, an array is its items. One small tag for three formats in place
 * of a templating and an XML library: neither would spell out what is unseen.
 */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(render)));
}

/** Marks text of our own (a style sheet, a script, joined markup) as markup. Never for what a target sent. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

function render(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (value === null) return "";
  if (typeof value === "object") return value.map(render).join("");
  return escaped(visible(String(value)));
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
