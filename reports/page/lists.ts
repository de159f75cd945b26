import { groupBy } from "../collect.js";
import { type Markup, markup } from "../markup.js";
import type { Compliance, OperationResult, RuleResult } from "../results.js";
import { oneLine, plural, visible } from "../text.js";
import { openQuestions } from "../wording.js";

/** What could not be judged, by what would settle it. */
export function questionsSection({ rules }: Compliance): Markup {
  const groups = openQuestions(rules);
  if (groups.length === 0) return markup``;
  const count = groups.reduce((sum, group) => sum + group.rules.length, 0);
  return markup`<section id="undecided"><h2>What could not be judged, and what to supply <small>${count}</small></h2>
<p>These obligations are neither kept nor broken: the run did not see what it takes to tell.</p>
<dl class="supply">${groups.map(
    (group) => markup`<div><dt>${oneLine(group.settle, 400)}</dt><dd>${ids(group.rules)}</dd></div>`,
  )}</dl></section>`;
}

function ids(rules: readonly RuleResult[]): Markup[] {
  return rules.map(({ id }) => markup`<code>${id}</code> `);
}

/** What the contract leaves open and this target does. */
export function openSection({ observations, rules }: Compliance): Markup {
  if (observations.length === 0) return markup``;
  const statements = new Map(rules.map(({ id, statement }) => [id, statement]));
  const rows = [...groupBy(observations, ({ rule }) => rule)].map(
    ([rule, own]) =>
      markup`<div><dt>${oneLine(statements.get(rule) ?? rule, 300)} <code>${rule}</code></dt><dd>${own.slice(0, 8).map(({ text }) => markup`<p>${oneLine(text, 400)}</p>`)}${own.length > 8 ? markup`<p>… and ${own.length - 8} more</p>` : null}</dd></div>`,
  );
  return markup`<section id="open"><h2>What the contract leaves open, and what this target does</h2>
<p>Never judged; good to know before building on it.</p>
<dl class="open">${rows}</dl></section>`;
}

/** Operations with the statuses they gave. */
export function coverageSection({ operations }: Compliance): Markup {
  if (operations.length === 0) return markup``;
  const asked = operations.filter(({ statuses }) => Object.keys(statuses).length > 0).length;
  return markup`<section id="coverage"><h2>Operations</h2>
<details><summary>${asked} of ${plural(operations.length, "operation")} in scope were asked</summary>
<div class="scroll"><table class="ops"><thead><tr><th scope="col">Operation</th><th scope="col">Answers by status</th></tr></thead><tbody>${operations.map(operationRow)}</tbody></table></div></details></section>`;
}

function operationRow({ method, path, statuses }: OperationResult): Markup {
  const answers = Object.entries(statuses).map(
    ([status, count]) => markup`<span class="status"><b>${status}</b> ${count}×</span> `,
  );
  return markup`<tr><td><code><b>${method}</b> ${path}</code></td><td>${answers.length === 0 ? markup`<span class="zero">not asked</span>` : answers}</td></tr>`;
}

/** What concerns the run and not the contract: instability, leftovers, errors of the suite. */
export function runSection({ instability, leftovers, defects }: Compliance): Markup {
  const unstable = Object.entries(instability);
  return markup`<section id="run"><h2>About this run</h2>
<dl class="run"><div><dt>Instability</dt><dd>${unstable.length === 0 ? "None." : `Retried and blamed on no rule: ${unstable.map(([code, count]) => `${code} ${count}×`).join(", ")}.`}</dd></div>
<div><dt>Left behind</dt><dd>${leftovers.length === 0 ? "Nothing." : leftovers.slice(0, 100).map(({ what, why }) => markup`<p>${oneLine(what, 300)}: ${oneLine(why, 300)}</p>`)}</dd></div>
<div><dt>Errors of the suite</dt><dd>${defects.length === 0 ? "None." : defects.slice(0, 20).map(({ rule, message }) => markup`<details><summary>${rule ?? "Not in a check"}: ${oneLine(message, 120)}</summary><pre>${visible(message).slice(0, 3_000)}</pre></details>`)}</dd></div></dl></section>`;
}

/** Statements that no run judges, with the reasons. */
export function notJudgedSection({ rules }: Compliance): Markup {
  const observed = rules.filter(({ verdict }) => verdict === "observed");
  if (observed.length === 0) return markup``;
  return markup`<section id="unjudged"><h2>Statements that are not judged <small>${observed.length}</small></h2>
<details><summary>Why not, statement by statement</summary>
<dl class="open">${observed.map(
    ({ statement, reason, section }) =>
      markup`<div><dt>${oneLine(statement, 300)}</dt><dd>${oneLine(reason, 300)} <small>${section}</small></dd></div>`,
  )}</dl></details></section>`;
}
