import { groupBy } from "../../helpers/contract/group-by.js";
import { plural } from "../../helpers/wire/message.js";
import { tallyInWords } from "../../helpers/wire/trouble.js";
import { type Markup, markup } from "../markup.js";
import type { Compliance, OperationResult, RuleResult } from "../results.js";
import { oneLine, visible } from "../text.js";
import { blockedRules, type OpenQuestion, openQuestions } from "../wording.js";
import { entry, withOptions } from "./findings.js";
import { fold } from "./fold.js";

/** How many things that would settle something are shown before the rest is folded. */
const QUESTIONS = 8;

/** What was not judged, by what would settle it. */
export function questionsSection(result: Compliance): Markup | null {
  const groups = openQuestions(result);
  const blocked = new Set(blockedRules(result));
  const count = groups.reduce((sum, group) => sum + group.rules.length, blocked.size);
  if (count === 0) return null;
  // Folding only one or two would save nothing.
  const most = groups.length > QUESTIONS + 2 ? QUESTIONS : groups.length;
  const waiting = result.rules.filter(({ id }) => blocked.has(id));
  return markup`<section id="undecided" aria-labelledby="undecided-h"><h2 id="undecided-h">Not judged, by what would settle it <small>${count}</small></h2>
<p class="intro">These required rules are neither kept nor broken: the run did not see what would decide them.</p>
<dl class="supply">${waiting.length === 0 ? null : question({ settle: "The causes above, once they are fixed", options: [], rules: waiting })}${groups.slice(0, most).map(question)}</dl>
${most < groups.length ? rest(groups.slice(most)) : null}</section>`;
}

/** Things that settle few rules each, folded so that the page of a sparse account stays short. */
function rest(groups: readonly OpenQuestion[]): Markup {
  const count = groups.reduce((sum, { rules }) => sum + rules.length, 0);
  return markup`<details class="rest"><summary>${plural(count, "more rule")}, by ${groups.length} other things</summary><dl class="supply">${groups.map(question)}</dl></details>`;
}

function question({ settle, options, rules }: OpenQuestion): Markup {
  const line = options.length === 0 ? null : markup` – add <code class="option">${options.join(" ")}</code>`;
  return markup`<div><dt><b>${rules.length}</b> ${withOptions(oneLine(settle, 400))}${line}</dt><dd><details><summary>${plural(rules.length, "rule")}</summary>${ids(rules)}</details></dd></div>`;
}

function ids(rules: readonly RuleResult[]): Markup[] {
  return rules.map(({ id }) => markup`<a href="#r-${id}"><code>${id}</code></a> `);
}

/** What the contract leaves open and this target does. */
export function openSection({ observations, rules }: Compliance): Markup | null {
  if (observations.length === 0) return null;
  const statements = new Map(rules.map(({ id, statement }) => [id, statement]));
  const rows = [...groupBy(observations, ({ rule }) => rule)].map(
    ([rule, own]) =>
      markup`<div><dt>${oneLine(statements.get(rule) ?? rule, 300)} <code>${rule}</code></dt><dd>${own.slice(0, 8).map(({ text }) => markup`<p>${oneLine(text, 400)}</p>`)}${own.length > 8 ? markup`<p>… and ${own.length - 8} more</p>` : null}</dd></div>`,
  );
  return fold(
    "open",
    "What the contract leaves open, and what this target does",
    plural(observations.length, "observation"),
    markup`<p>For information, never judged; good to know before building on it.</p><dl class="open">${rows}</dl>`,
  );
}

/** Operations with their statuses. */
export function coverageSection({ operations }: Compliance): Markup | null {
  if (operations.length === 0) return null;
  const asked = operations.filter(({ statuses }) => Object.keys(statuses).length > 0).length;
  return fold(
    "coverage",
    "Operations",
    `${asked} of ${operations.length} asked`,
    markup`<div class="scroll" tabindex="0" role="region" aria-label="Answers by operation"><table class="ops"><thead><tr><th scope="col">Operation</th><th scope="col">Answers by status</th></tr></thead><tbody>${operations.map(operationRow)}</tbody></table></div>`,
  );
}

function operationRow({ method, path, statuses }: OperationResult): Markup {
  const answers = Object.entries(statuses).map(
    ([status, count]) => markup`<span class="status"><b>${status}</b> ${count}×</span> `,
  );
  return markup`<tr><td><code><b>${method}</b> ${path}</code></td><td>${answers.length === 0 ? markup`<span class="zero">not asked</span>` : answers}</td></tr>`;
}

/**
 * What concerns the run rather than the contract: instability, leftovers, errors of the suite. Open if there is any.
 */
export function runSection({ instability, leftovers, defects }: Compliance): Markup | null {
  const unstable = tallyInWords(instability);
  if (unstable === "" && leftovers.length + defects.length === 0) return null;
  return markup`<section id="run" aria-labelledby="run-h"><h2 id="run-h">About this run</h2>
<dl class="run">${
    unstable === ""
      ? null
      : entry("Instability", markup`Retried: ${unstable}. No rule about what was asked is blamed for it.`)
  }${
    leftovers.length === 0
      ? null
      : entry(
          "Left behind",
          markup`${leftovers.slice(0, 100).map(({ what, why }) => markup`<p>${oneLine(what, 300)}: ${oneLine(why, 300)}</p>`)}`,
        )
  }${
    defects.length === 0
      ? null
      : entry(
          "Errors of the suite",
          markup`${defects.slice(0, 20).map(({ rule, message }) => markup`<details><summary>${rule ?? "Not in a check"}: ${oneLine(message, 120)}</summary><pre>${visible(message).slice(0, 3_000)}</pre></details>`)}`,
        )
  }</dl></section>`;
}

/** Statements that no run judges, with the reasons. */
export function notJudgedSection({ rules }: Compliance): Markup | null {
  const observed = rules.filter(({ verdict }) => verdict === "observed");
  if (observed.length === 0) return null;
  return fold(
    "unjudged",
    "Statements that are only for information",
    plural(observed.length, "statement"),
    markup`<dl class="open">${observed.map(
      ({ statement, reason, section }) =>
        markup`<div><dt>${oneLine(statement, 300)}</dt><dd>${oneLine(reason, 300)} <small>${section}</small></dd></div>`,
    )}</dl>`,
  );
}
