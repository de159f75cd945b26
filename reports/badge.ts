import { markup } from "./markup.js";
import type { Compliance } from "./results.js";
import { type Standing, standingOf } from "./wording.js";

/** Green only if everything was looked at and kept. */
const FILLS = {
  "not-made": "#5f666e",
  violates: "#a3321f",
  waivers: "#6b5b1e",
  incomplete: "#6b5b1e",
  partial: "#5f666e",
  conforms: "#1f6f54",
} as const satisfies Record<Standing, string>;
/** Mean width of a character at 11 px, in pixels. */
const CHAR = 6.6;

/** A badge with the verdict and its day, as SVG. */
export function badgeSvg(result: Compliance): string {
  const standing = standingOf(result);
  const day = result.certificate.issued?.observed ?? result.run.startedAt.slice(0, 10);
  const value = wordOf(standing, result);
  const left = Math.round("plimsoll".length * CHAR + 20);
  const right = Math.round(value.length * CHAR + 20);
  const title = `plimsoll: ${value}, ${day}`;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">
<title>${title}</title>
<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#2b3138"/><rect x="${left}" width="${right}" height="20" fill="${FILLS[standing]}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"><text x="${left / 2}" y="14">plimsoll</text><text x="${left + right / 2}" y="14">${value}</text></g>
</svg>
`.text;
}

function wordOf(standing: Standing, { certificate: { issued }, counts, partial }: Compliance): string {
  // A published certificate shows on its badge when the service was observed.
  const certified = issued === undefined ? null : `certified ${issued.observed}`;
  switch (standing) {
    case "not-made":
      return "could not be run";
    case "violates":
      return `${counts.verdicts.violates} broken`;
    case "waivers":
      return "waivers out of date";
    case "incomplete":
      return "incomplete";
    case "partial":
      return certified === null
        ? `partial ${partial?.lookedAt ?? 0}/${partial?.of ?? 0}`
        : `${certified}, partial`;
    case "conforms":
      return certified ?? "conforms";
  }
}
