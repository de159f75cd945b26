import { markup } from "./markup.js";
import type { Compliance, Verdict } from "./results.js";

const FILLS = { conforms: "#1f6f54", violates: "#a3321f", incomplete: "#6b5b1e" } as const satisfies Record<
  Verdict,
  string
>;
/** Mean width of a character at 11 px, in pixels. */
const CHAR = 6.6;

/** A badge with the verdict, as SVG. */
export function badgeSvg({ verdict, certificate }: Compliance): string {
  const value = certificate.granted ? "certified" : verdict;
  const left = Math.round("plimsoll".length * CHAR + 20);
  const right = Math.round(value.length * CHAR + 20);
  const title = `plimsoll: ${value}`;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">
<title>${title}</title>
<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#2b3138"/><rect x="${left}" width="${right}" height="20" fill="${FILLS[verdict]}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"><text x="${left / 2}" y="14">plimsoll</text><text x="${left + right / 2}" y="14">${value}</text></g>
</svg>
`.text;
}
