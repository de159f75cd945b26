import { type Markup, markup, trusted } from "../markup.js";
import { mayBeRepeated, replayWords } from "../replay.js";
import type { Compliance, FindingResult, RuleResult, RuleVerdict, Sample } from "../results.js";
import { oneLine, plural } from "../text.js";
import { nearestWords, SIGNS } from "../wording.js";

/** Characters of markup for each of the two sections; keeps the page small when everything is broken. */
const BUDGET = 70_000;

/** Part of the page with findings, and the rules that it shows. */
interface Shown {
  readonly section: Markup;
  readonly ids: readonly string[];
}

/** What is broken, what a fair reader could call broken, and what is waived, rule by rule with evidence. */
export function findingsSections(result: Compliance): Shown[] {
  return [
    section("violations", "What is broken", ["violates", "stale"], result),
    section("warnings", "Warnings", ["warns"], result),
    section("waived", "Known and waived", ["waived"], result),
  ].filter((one) => one !== null);
}

function section(
  id: string,
  title: string,
  verdicts: readonly RuleVerdict[],
  result: Compliance,
): Shown | null {
  const rules = result.rules.filter(({ verdict }) => verdicts.includes(verdict));
  if (rules.length === 0) return null;
  const articles = withinBudget(rules, (rule) => article(rule, result));
  const left = rules.length - articles.length;
  const more = markup`<p class="more">${plural(left, "more rule")} of this kind: see the table of all rules below and <code>compliance.json</code>.</p>`;
  return {
    section: markup`<section id="${id}"><h2>${title} <small>${rules.length}</small></h2>
${id === "violations" ? hint(result) : null}${articles}${left > 0 ? more : null}</section>`,
    ids: rules.slice(0, articles.length).map((rule) => rule.id),
  };
}

/** The fault of the reference service that this target comes close to, marked as a hint. */
function hint(result: Compliance): Markup | null {
  const words = nearestWords(result);
  if (words === null || result.nearestFault === null) return null;
  return markup`<p class="more">Hint: the target ${words}. ${result.nearestFault.faults.map(({ sentence }) => sentence).join(" Or: ")}</p>`;
}

/** As many articles as the budget holds, at least one. */
function withinBudget(rules: readonly RuleResult[], make: (rule: RuleResult) => Markup): Markup[] {
  const articles: Markup[] = [];
  let size = 0;
  for (const rule of rules) {
    const next = make(rule);
    size += next.text.length;
    if (articles.length > 0 && size > BUDGET) break;
    articles.push(next);
  }
  return articles;
}

function article(rule: RuleResult, result: Compliance): Markup {
  const { id, verdict, level, section: place, generation, statement, reason, findings, unlisted } = rule;
  const waiver = verdict === "stale" || verdict === "waived";
  return markup`<article class="finding v-${verdict}" id="f-${id}">
<h3><i aria-hidden="true">${SIGNS[verdict]}</i> <code>${trusted(breakable(id))}</code></h3>
<p class="statement">${oneLine(statement, 500)}</p><p class="where">${place} · ${generation === "both" ? "v1 and v2" : generation} · ${level}</p>${waiver ? markup`<p class="statement">${oneLine(reason, 500)}</p>` : null}
${findings.map((finding) => shown(finding, result))}${unlisted > 0 ? markup`<p class="more">${plural(unlisted, "more distinct finding")} in <code>compliance.json</code>.</p>` : null}
</article>`;
}

function shown(finding: FindingResult, { run, target }: Compliance): Markup {
  const { replay, sample, count, intermittent, pointer, smallest } = finding;
  const seen = [
    ...(count > 1 ? [`${count} times`] : []),
    ...(intermittent === true ? ["intermittently: it did not come back on unchanged data"] : []),
  ];
  return markup`<div class="case"><dl class="pairs">
${entry("Request", markup`<code>${oneLine(finding.request, 400)}</code>`)}
${entry("Documented", markup`${oneLine(finding.documented, 600)}`)}
${entry("Received", markup`<strong>${oneLine(finding.received, 600)}</strong>`)}
${pointer === undefined ? null : entry("At", markup`<code>${oneLine(pointer, 300)}</code>`)}
${smallest === undefined ? null : entry("Smallest", markup`${oneLine(smallest, 4_000)}`)}
${seen.length === 0 ? null : entry("Seen", markup`${seen.join(", ")}`)}
${!mayBeRepeated(finding, run) ? null : entry("Replay", markup`<code>${commandLine(replayWords(finding, run, target))}</code>`)}
${run.traffic === true ? null : entry("Seed", markup`${replay?.seed ?? run.seed}${replay === undefined ? null : markup`, path ${replay.path}`}`)}
</dl>${sample === undefined ? null : evidence(sample)}</div>`;
}

/** Lines end between words: "--" at the end of one and "writes" on the next is not what one types. */
function commandLine(words: readonly string[]): Markup[] {
  return words.map((word, at) => markup`${at === 0 ? "" : " "}<span class="word">${word}</span>`);
}

function entry(name: string, value: Markup): Markup {
  return markup`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function evidence(sample: Sample): Markup {
  const { exchange, status, contentType, requestId, requestBody, curl, at, body, requestLine } = sample;
  const answer = [
    status === null ? "no answer" : `status ${status}`,
    ...(contentType === null ? [] : [contentType]),
    ...(requestId === null ? [] : [`request id ${requestId}`]),
    ...(at === "" ? [] : [`shown: ${at}`]),
  ];
  return markup`<details><summary>Evidence: exchange ${exchange}, ${status === null ? "no answer" : `status ${status}`}</summary>
${curl === null ? null : markup`<h4>Ask it yourself</h4><pre class="curl">${curl}</pre>`}
<h4>Request</h4><pre>${oneLine(requestLine, 500)}${requestBody === null ? null : `\n\n${requestBody}`}</pre>
<h4>Answer <small>${oneLine(answer.join(" · "), 300)}</small></h4><pre>${body}</pre></details>`;
}

/** A rule id that may break after its dots. Ids are of the contract: kebab words and dots. */
function breakable(id: string): string {
  return id.replace(/[^\w.-]/g, "").replaceAll(".", ".<wbr>");
}
