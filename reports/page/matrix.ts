import { groupBy } from "../collect.js";
import { type Markup, markup } from "../markup.js";
import { type Compliance, RULE_VERDICTS, type RuleResult, type RuleVerdict } from "../results.js";
import { placeOf, SIGNS } from "../wording.js";

/** Width of a bar in its own units. */
const BAR = 100;

/** Sections of the document by verdict; each number leads to its rules. */
export function matrixSection({ rules, counts }: Compliance): Markup {
  const columns = RULE_VERDICTS.filter((verdict) => counts.verdicts[verdict] > 0);
  const groups = [...groupBy(rules, placeOf)];
  return markup`<section id="matrix"><h2>Sections of the contract</h2>
<div class="scroll"><table class="matrix"><thead><tr><th scope="col">Section</th><th class="bar"><span class="vh">Share</span></th>${columns.map(heading)}</tr></thead>
<tbody>${groups.map(([section, own]) => row(section, own, columns))}</tbody></table></div></section>`;
}

function heading(verdict: RuleVerdict): Markup {
  return markup`<th scope="col" class="n v-${verdict}"><i aria-hidden="true">${SIGNS[verdict]}</i><span>${verdict}</span></th>`;
}

function row(section: string, rules: readonly RuleResult[], columns: readonly RuleVerdict[]): Markup {
  const counts = columns.map((verdict) => rules.filter((rule) => rule.verdict === verdict).length);
  const cells = columns.map((verdict, at) => cell(section, verdict, counts[at] ?? 0));
  return markup`<tr><th scope="row">${section}</th><td class="bar">${bar(columns, counts)}</td>${cells}</tr>`;
}

function cell(section: string, verdict: RuleVerdict, count: number): Markup {
  if (count === 0) return markup`<td class="n zero">·</td>`;
  return markup`<td class="n v-${verdict}"><a href="#rules" data-show="${verdict}" data-section="${section}">${count}</a></td>`;
}

function bar(columns: readonly RuleVerdict[], counts: readonly number[]): Markup {
  const sum = counts.reduce((all, count) => all + count, 0);
  let x = 0;
  const parts = columns.map((verdict, at) => {
    const width = ((counts[at] ?? 0) / sum) * BAR;
    x += width;
    return width === 0
      ? null
      : markup`<rect class="v-${verdict}" x="${(x - width).toFixed(1)}" width="${width.toFixed(1)}" height="6"/>`;
  });
  return markup`<svg viewBox="0 0 ${BAR} 6" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}
