import { groupBy } from "../../helpers/contract/group-by.js";
import { plural } from "../../helpers/wire/message.js";
import { type Markup, markup } from "../markup.js";
import { type Compliance, RULE_VERDICTS, type RuleResult, type RuleVerdict } from "../results.js";
import { placeOf, SIGNS, VERDICT_WORDS, verdictWords } from "../wording.js";
import { bar } from "./bar.js";
import { fold } from "./fold.js";

interface Column {
  readonly verdict: RuleVerdict;
  readonly words: string;
}

const COLUMNS: readonly Column[] = [
  ...RULE_VERDICTS.map((verdict) => ({ verdict, words: VERDICT_WORDS[verdict] })),
  { verdict: "not-applicable", words: "not looked at" },
];

/** Sections of the document by the verdicts of their rules; each number leads to them. */
export function matrixSection({ rules }: Compliance): Markup {
  const columns = COLUMNS.filter(({ words }) => rules.some((rule) => verdictWords(rule) === words));
  const groups = [...groupBy(rules, placeOf)];
  return fold(
    "matrix",
    "Sections of the contract",
    plural(groups.length, "section"),
    markup`<div class="scroll" tabindex="0" role="region" aria-label="Rules by section"><table class="matrix"><thead><tr><th scope="col">Section</th><th class="bar" scope="col"><span class="vh">Share</span></th>${columns.map(heading)}</tr></thead>
<tbody>${groups.map(([section, own]) => row(section, own, columns))}</tbody></table></div>`,
  );
}

function heading({ verdict, words }: Column): Markup {
  return markup`<th scope="col" class="n v-${verdict}"><i aria-hidden="true">${SIGNS[verdict]}</i><span>${words}</span></th>`;
}

function row(section: string, rules: readonly RuleResult[], columns: readonly Column[]): Markup {
  const counts = columns.map(({ words }) => rules.filter((rule) => verdictWords(rule) === words).length);
  const cells = columns.map((column, at) => cell(section, column, counts[at] ?? 0));
  const shares = columns.map(({ verdict }, at) => [verdict, counts[at] ?? 0] as const);
  return markup`<tr><th scope="row">${section}</th><td class="bar">${bar(shares, rules.length)}</td>${cells}</tr>`;
}

function cell(section: string, { verdict, words }: Column, count: number): Markup {
  if (count === 0) return markup`<td class="n zero">·</td>`;
  return markup`<td class="n v-${verdict}"><a href="#rules" data-show="${words}" data-section="${section}" aria-label="${count} ${words}, ${section}">${count}</a></td>`;
}
