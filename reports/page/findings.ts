import { plural } from "../../helpers/wire/message.js";
import { type Markup, markup, trusted } from "../markup.js";
import { againWords, mayBeRepeated, replayWords } from "../replay.js";
import type { Cause, Compliance, FindingResult, RuleResult, RuleVerdict, Run, Sample } from "../results.js";
import { oneLine } from "../text.js";
import { breachWords, causeWords, LEVEL_WORDS, placeOf, SIGNS, seenWords } from "../wording.js";

/** Characters of markup for evidence; beyond that it is cut to its core. Rules are never left out. */
const BUDGET = 200_000;
/** How many rules of a cause the offered command judges again. */
const RERUN = 4;

/** Rules of one verdict, and the id of their part of the page. */
interface Section {
  readonly id: string;
  readonly title: string;
  readonly verdict: RuleVerdict;
}

/** What follows the causes. */
const SECTIONS: readonly Section[] = [
  { id: "warnings", title: "Recommended, and broken", verdict: "warns" },
  { id: "stale", title: "Waivers out of date", verdict: "stale" },
  { id: "waived", title: "Waived", verdict: "waived" },
];

/** Tracks how much evidence the page still has room for. */
class Room {
  #left = BUDGET;

  /** The long form if it fits, otherwise the short one. */
  take(make: () => Markup, short: () => Markup): Markup {
    const full = this.#left > 0 ? make() : short();
    this.#left -= full.text.length;
    return full;
  }
}

/** What is broken, by cause in the order in which to fix them; then what is recommended, then what is waived. */
export function findingsSections(result: Compliance): Markup[] {
  const room = new Room();
  return [causesSection(result, room), ...SECTIONS.map((section) => rulesOf(section, result, room))].filter(
    (one) => one !== null,
  );
}

function causesSection(result: Compliance, room: Room): Markup | null {
  const words = causeWords(result);
  if (words === "") return null;
  const byId = new Map(result.rules.map((rule) => [rule.id, rule]));
  return markup`<section id="broken" aria-labelledby="broken-h"><h2 id="broken-h">Start here</h2>
<p class="intro">${words}${result.causes.length > 1 ? ", in the order in which to fix them" : ""}. Each rule opens to its evidence.</p>
<ol class="causes">${result.causes.map((cause) => causeItem(cause, byId, result, room))}</ol></section>`;
}

function causeItem(
  cause: Cause,
  byId: ReadonlyMap<string, RuleResult>,
  result: Compliance,
  room: Room,
): Markup {
  const rules = cause.rules.flatMap((id) => byId.get(id) ?? []);
  const blocks =
    cause.blocks.length === 0
      ? null
      : markup`<p class="keeps">It keeps ${plural(cause.blocks.length, "more required rule")} from being judged.</p>`;
  // A rule that nothing else explains has a title of its own.
  const isAlone = cause.kind === "rule";
  // The replay of its finding judges a single rule again.
  const again =
    result.run.traffic === true || cause.rules.length === 1
      ? null
      : markup`<p class="again">See whether it is fixed: <code>${commandLine(againWords(cause.rules.slice(0, RERUN), result))}</code></p>`;
  return markup`<li>${isAlone ? null : markup`<h3>${oneLine(cause.title, 400)}</h3>`}
${cause.fix === null ? null : markup`<p class="fix">${withOptions(oneLine(cause.fix, 400))}</p>`}${isAlone ? null : blocks}
${rules.map((rule) => ruleDetails(rule, result, room))}${isAlone ? blocks : null}${again}</li>`;
}

function rulesOf({ id, title, verdict }: Section, result: Compliance, room: Room): Markup | null {
  const rules = result.rules.filter((rule) => rule.verdict === verdict);
  if (rules.length === 0) return null;
  return markup`<section id="${id}" aria-labelledby="${id}-h"><h2 id="${id}-h">${title} <small>${rules.length}</small></h2>
${rules.map((rule) => ruleDetails(rule, result, room))}</section>`;
}

/** A rule as a sentence, with what came instead; its evidence is a click away. */
function ruleDetails(rule: RuleResult, result: Compliance, room: Room): Markup {
  const { id, verdict, level, generation, statement, reason, unlisted } = rule;
  const hasWaiver = verdict === "stale" || verdict === "waived";
  const at = result.rules.indexOf(rule);
  return markup`<details class="finding v-${verdict}" id="f-${id}"><summary><i aria-hidden="true">${SIGNS[verdict]}</i> ${oneLine(statement, 500)}
<span class="got">${hasWaiver ? oneLine(reason, 300) : breachWords(rule)}</span></summary>
<p class="where"><code>${trusted(breakable(id))}</code> · <a href="#r-${id}">${placeOf(rule)}</a> · ${LEVEL_WORDS[level]}, ${generation === "both" ? "v1 and v2" : generation} · <a href="compliance.json">compliance.json</a> <code>/rules/${at}</code></p>
${room.take(
  () => markup`${rule.findings.map((finding) => shown(finding, result))}`,
  () => markup`${rule.findings.slice(0, 1).map(core)}`,
)}${unlisted > 0 ? markup`<p class="more">${plural(unlisted, "more distinct finding")} came up; the clearest are shown.</p>` : null}</details>`;
}

/** Most exchanges of a finding that are named. */
const NAMED = 30;

function shown(finding: FindingResult, { run, target }: Compliance): Markup {
  const { sample, otherSample, pointer, smallest, exchanges } = finding;
  const seen = seenWords(finding);
  return markup`<div class="case"><dl class="pairs">
${entry("Request", markup`<code>${oneLine(finding.request, 400)}</code>`)}
${entry("Documented", markup`${oneLine(finding.documented, 600)}`)}
${entry("Received", markup`<strong>${oneLine(finding.received, 600)}</strong>`)}
${pointer ? entry("At", markup`<code>${oneLine(pointer, 300)}</code>`) : null}
${smallest === undefined ? null : entry("Smallest", markup`${oneLine(smallest, 4_000)}`)}
${seen === "" ? null : entry("Seen", markup`${seen}`)}
${exchanges.length < 2 || run.traffic === true ? null : entry("Exchanges", exchangeWords(exchanges))}
${!mayBeRepeated(finding, run) ? null : entry("Replay", markup`<code>${commandLine(replayWords(finding, run, target))}</code>`)}
</dl>${[sample, otherSample].map((one) => (one === undefined ? null : evidence(one, run)))}</div>`;
}

/** All exchanges that show a finding together, of which only one or two are on the page. */
function exchangeWords(indexes: readonly number[]): Markup {
  const left = indexes.length - NAMED;
  const more = left > 0 ? ` and ${left} more` : "";
  return markup`entries ${indexes.slice(0, NAMED).join(", ")}${more} of <a href="exchanges.har">exchanges.har</a>`;
}

/** The least that is shown of a finding if the page has no more room. */
function core({ documented, received }: FindingResult): Markup {
  return markup`<div class="case"><dl class="pairs">${entry("Documented", markup`${oneLine(documented, 120)}`)}${entry("Received", markup`<strong>${oneLine(received, 120)}</strong>`)}</dl></div>`;
}

/** Lines break only between words: an option must not be split in two. */
function commandLine(words: readonly string[]): Markup[] {
  return words.map((word, at) => markup`${at === 0 ? "" : " "}<span class="word">${word}</span>`);
}

/** A sentence with its options as code. */
export function withOptions(text: string): Markup[] {
  return text
    .split(/(--[\w-]+(?: [\w.,:=<>*-]*[\w>*])?)/)
    .map((part) => (part.startsWith("--") ? markup`<code class="word">${part}</code>` : markup`${part}`));
}

/** An entry of a list of pairs. */
export function entry(name: string, value: Markup): Markup {
  return markup`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function evidence(sample: Sample, { traffic }: Run): Markup {
  const { exchange, status, contentType, requestId, requestBody, curl, at, body, requestLine } = sample;
  const answer = [
    status === null ? "no answer" : `status ${status}`,
    ...(contentType === null ? [] : [contentType]),
    ...(requestId === null ? [] : [`request id ${requestId}`]),
    ...(at === "" ? [] : [`shown: ${at}`]),
  ];
  const har = traffic
    ? null
    : markup`<p class="more">Whole: entry ${exchange} of <a href="exchanges.har">exchanges.har</a></p>`;
  return markup`<details class="exchange"><summary>Exchange ${exchange}: ${status === null ? "no answer" : `status ${status}`}</summary>
${curl === null ? null : markup`<p class="cap">Ask it yourself</p><pre class="curl">${curl}</pre>`}
<p class="cap">Request</p><pre>${oneLine(requestLine, 500)}${requestBody === null ? null : `\n\n${requestBody}`}</pre>
<p class="cap">Answer <small>${oneLine(answer.join(" · "), 300)}</small></p><pre>${body}</pre>${har}</details>`;
}

/** A rule id that may break after its dots. Ids consist of kebab-case words and dots. */
function breakable(id: string): string {
  return id.replace(/[^\w.-]/g, "").replaceAll(".", ".<wbr>");
}
