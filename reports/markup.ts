import { visible } from "./text.js";

/**
 * Text that is already markup. Only the tag below and `trusted` make it, so that a string from a target can never be
 * mistaken for it.
 */
export class Markup {
  constructor(readonly text: string) {}
}

type Value = Markup | string | number | null | readonly Value[];

/**
 * Template tag for HTML, XML and SVG: escapes every value, and spells out characters that XML forbids or that readers
 * cannot see; null is nothing, an array is its items. One small tag for three formats, instead of a templating and an
 * XML library, because neither would spell out unseen characters.
 */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(render)));
}

/** Marks our own text (a style sheet, a script, joined markup) as markup. Never use it for what a target sent. */
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
