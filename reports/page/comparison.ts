import { plural } from "../../helpers/wire/message.js";
import { isRequired } from "../compare/changes.js";
import type { Comparison } from "../compare/comparison.js";
import type { Trend } from "../compare/trend.js";
import { type ComparisonBlock, comparisonBlocks, comparisonLine } from "../compare/words.js";
import { type Markup, markup } from "../markup.js";
import { oneLine } from "../text.js";
import { HEADLINES, SIGNS, VERDICT_WORDS } from "../wording.js";
import { bar } from "./bar.js";
import { fold } from "./fold.js";
import { page } from "./frame.js";

/** Two results, or two services, side by side as one self-contained page. */
export function comparisonPage(comparison: Comparison): string {
  const { before, after, sides, trend, broken } = comparison;
  const worse = broken.filter(isRequired).length;
  const isWorse = worse > 0;
  const headline = isWorse ? `${plural(worse, "rule")} newly broken` : "Nothing newly broken";
  return page({
    title: `${headline} · ${oneLine(after, 80)}`,
    body: markup`<header class="top t-${isWorse ? "violates" : "conforms"}">
<p class="brand"><span>Plimsoll</span> comparison</p>
<h1>${headline}</h1>
<p class="lead">${comparisonLine(comparison)}.</p>
<dl class="facts">${[["Before", before, sides.before] as const, ["After", after, sides.after] as const].map(
      ([title, name, { url, startedAt, verdict }]) =>
        markup`<div><dt>${title}</dt><dd>${oneLine(name, 120)}<br>${verdict}<br><small>${url}, ${minuteOf(startedAt)}</small></dd></div>`,
    )}</dl>
</header>
<main id="results">
${comparisonBlocks(comparison).map(blockSection)}
${trend === null ? null : trendSection(trend)}
</main>
<footer><p>The same for programs: <a href="comparison.json">comparison.json</a>.</p></footer>`,
  });
}

function blockSection({ id, title, note, lines, isAside, count = lines.length }: ComparisonBlock): Markup {
  if (isAside) return fold(id, title, String(count), entries(lines));
  return markup`<section id="${id}" aria-labelledby="${id}-h"><h2 id="${id}-h">${title} <small>${count}</small></h2>
${note === null ? null : markup`<p class="intro">${note}</p>`}
${entries(lines)}</section>`;
}

function entries(lines: ComparisonBlock["lines"]): Markup {
  if (lines.every(({ name }) => name === "")) {
    return markup`<ul>${lines.map(({ said }) => markup`<li>${oneLine(said, 400)}</li>`)}</ul>`;
  }
  return markup`<dl class="open">${lines.map(
    ({ name, said, statement }) =>
      markup`<div><dt>${statement === undefined ? null : oneLine(statement, 300)} <code>${name}</code></dt><dd>${oneLine(said, 400)}</dd></div>`,
  )}</dl>`;
}

function trendSection({ points, rules }: Trend): Markup {
  return markup`<section id="trend" aria-labelledby="trend-h"><h2 id="trend-h">Trend <small>${plural(points.length, "result")}</small></h2>
<div class="scroll" tabindex="0" role="region" aria-label="Results in their order"><table class="ops trend"><thead><tr><th scope="col">When</th><th scope="col">Result</th><th scope="col">Verdict</th><th class="bar" scope="col"><span class="vh">Share of required rules</span></th><th scope="col">Kept</th><th scope="col">Broken</th><th scope="col">Not judged</th></tr></thead><tbody>${points.map(
    ({ name, startedAt, standing, required }) =>
      markup`<tr><td>${minuteOf(startedAt)}</td><td>${oneLine(name, 80)}</td><td>${HEADLINES[standing]}</td><td class="bar">${shares(required)}</td><td>${required.kept}</td><td>${required.broken}</td><td>${required.notJudged}</td></tr>`,
  )}</tbody></table></div>
${
  rules.length === 0
    ? null
    : markup`<div class="scroll" tabindex="0" role="region" aria-label="Rules that were broken"><table class="ops trend"><thead><tr><th scope="col">Broken at some time</th>${points.map(({ startedAt }) => markup`<th scope="col">${startedAt.slice(5, 10)}</th>`)}</tr></thead><tbody>${rules.map(
        ({ rule, verdicts }) =>
          markup`<tr><td><code>${rule}</code></td>${verdicts.map((verdict) => (verdict === null ? markup`<td>–</td>` : markup`<td class="v-${verdict}"><i aria-hidden="true">${SIGNS[verdict]}</i><span class="vh">${VERDICT_WORDS[verdict]}</span></td>`))}</tr>`,
      )}</tbody></table></div>`
}</section>`;
}

/** Broken, not judged and kept rules side by side. */
function shares({ broken, notJudged, kept, total }: Trend["points"][number]["required"]): Markup {
  return bar(
    [
      ["violates", broken],
      ["inconclusive", notJudged],
      ["conforms", kept],
    ],
    total,
  );
}

/** "2026-11-22 10:35 UTC" */
function minuteOf(startedAt: string): string {
  return `${startedAt.slice(0, 16).replace("T", " ")} UTC`;
}
