import { plural } from "../../helpers/wire/message.js";
import { type Markup, markup } from "../markup.js";
import type { Certificate, Compliance, Numbers, Run } from "../results.js";
import { oneLine } from "../text.js";
import {
  baselineSentences,
  HEADLINES,
  noticeSentences,
  numberWords,
  type Standing,
  shardWords,
  standingOf,
  type VERDICT_WORDS,
  verdictLine,
  wasMade,
  writesWords,
} from "../wording.js";
import { withOptions } from "./findings.js";

/** The load line: a disc crossed by the line to which a ship may be loaded. */
const MARK = markup`<svg class="mark" viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="21"/><path d="M2 32h60"/></svg>`;

/** Verdict, a sentence about it, what to know first, the numbers and the facts of the run. */
export function headBlock(result: Compliance): Markup {
  const { certificate } = result;
  const notices = [...noticeSentences(result), ...baselineSentences(result)];
  const standing = standingOf(result);
  return markup`<header class="top t-${standing}">
<p class="brand"><span>Plimsoll</span> conformance report</p>
<div class="line">${MARK}</div>
<h1>${HEADLINES[standing]}${certificate.issued !== undefined ? markup` <span class="seal">certified</span>` : null}</h1>
<p class="lead">${withOptions(sentence(standing, result))}</p>
${notices.length === 0 ? null : markup`<ul class="notices">${notices.map((text) => markup`<li>${oneLine(text, 400)}</li>`)}</ul>`}
${wasMade(result) ? numbers(result) : null}
${facts(result)}
</header>`;
}

/** What the headline means, in a sentence or two. */
function sentence(standing: Standing, result: Compliance): string {
  const { counts, failure, partial } = result;
  if (standing === "not-made") return `${oneLine(failure ?? "", 600)} Nothing is known about the target.`;
  const line = verdictLine(result);
  const said = line.slice(line.indexOf(": ") + 2);
  const first = `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
  const because =
    partial === null || partial.because.length === 0
      ? ""
      : ` What was looked at was limited by ${partial.because.join(", ")}.`;
  if (standing === "incomplete" && counts.required.notJudged > 0) {
    return `${first} So this does not show that the target conforms; what would settle it is listed below.${because}`;
  }
  return first + startWords(result) + because;
}

/** What to look at first, for those who read no further. */
function startWords({ causes }: Compliance): string {
  const [first] = causes;
  if (first === undefined) return "";
  const title = ended(oneLine(first.title, 200));
  if (causes.length === 1) return ` ${title}`;
  const isJoined = causes.some(({ rules }) => rules.length > 1);
  // Two colons in a row would be hard to read.
  const start = `Fix this first: ${title}`.replace(": Not kept: ", ", which is not kept: ");
  return `${isJoined ? ` ${causes.length} causes explain them.` : ""} ${start}`;
}

/** A title as a sentence: what it quotes may end with a full stop already. */
function ended(title: string): string {
  return /[.!?…]["')]?$/.test(title) ? title : `${title}.`;
}

/** Each number of the required rules, and where it leads. */
const TILES = [
  ["broken", "violates", "broken", "broken"],
  ["waiversOutOfDate", "stale", "waiver out of date", "stale"],
  ["notJudged", "inconclusive", "not judged", "undecided"],
  ["kept", "conforms", "kept", "rules"],
  ["waived", "waived", "waived", "waived"],
  ["notLookedAt", "not-applicable", "not looked at", "rules"],
] as const satisfies readonly (readonly [keyof Numbers, keyof typeof VERDICT_WORDS, string, string])[];

function numbers({ counts: { required, recommended } }: Compliance): Markup {
  const tiles = TILES.filter(([name]) => required[name] > 0).map(
    ([name, verdict, words, anchor]) =>
      markup`<li class="v-${verdict}"><a href="#${anchor}" data-show="${words}" data-level="required"><b>${required[name]}</b> <span>${words}</span></a></li>`,
  );
  return markup`<p class="total">Of ${plural(required.total, "required rule")}</p><ul class="tally">${tiles}</ul>
${recommended.total === 0 ? null : markup`<p class="beneath">${numberWords(recommended, "recommended")}</p>`}`;
}

function facts(result: Compliance): Markup {
  const { run, target } = result;
  const isMade = wasMade(result);
  const rows: [string, string][] = [
    ["Target", target.embedded ? `${target.url} (embedded reference service)` : target.url],
    [
      "Scope",
      `${[run.generations.join(" and "), ...globs(run)].join(", ")}, ${run.edition === null ? "all editions" : `edition ${run.edition}`}${run.shard === null ? "" : `, ${shardWords(run.shard)}`}`,
    ],
    ...(isMade ? [made(run)] : []),
    [
      "When",
      `${run.startedAt.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC")}${run.traffic === true || !isMade ? "" : `, ${plural(run.requests, "request")} in ${run.seconds.toFixed(1)} s`}`,
    ],
    ...run.notes.map((note): [string, string] => ["Note", note]),
  ];
  return markup`<dl class="facts">${rows.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function globs({ only, skip }: Run): string[] {
  return [
    ...(only === null ? [] : [`--only ${oneLine(only, 200)}`]),
    ...(skip === null ? [] : [`--skip ${oneLine(skip, 200)}`]),
  ];
}

function made(run: Run): [string, string] {
  return run.traffic === true
    ? ["Traffic", `${plural(run.requests, "exchange")} recorded elsewhere`]
    : ["Run", `${run.effort} effort, seed ${run.seed}, ${writesWords(run)}`];
}

/** The certificate with its terms; nothing if none is granted. */
export function certificateBlock({ certificate, counts, run, target, partial }: Compliance): Markup | null {
  if (!certificate.granted) return null;
  const scope = partial === null ? "" : ` This covers ${partial.lookedAt} of ${partial.of} required rules.`;
  return markup`<section class="certificate" aria-labelledby="certificate-h"><h2 id="certificate-h">Certificate of conformance</h2>
<p>On ${run.startedAt.slice(0, 10)} the service at <code>${target.url}</code> was checked against the contract (${run.generations.join(" and ")}, ${run.edition ?? "all editions"}). Each of the ${counts.required.kept} required rules in scope was shown to hold, none was left unjudged.${scope}</p>
<p class="fine">Plimsoll ${run.version}, ${run.effort} effort, seed ${run.seed}, ${plural(run.requests, "request")}.</p>
${issuedBlock(certificate)}</section>`;
}

/** Where the written certificate is; how to write it if there is none. */
function issuedBlock({ issued }: Certificate): Markup {
  return issued === undefined
    ? markup`<p class="fine"><code>npx plimsoll certify FOLDER --product NAME --version V</code> writes it as a file that others can verify; FOLDER holds this page.</p>`
    : markup`<p class="fine">Issued to ${oneLine(issued.product, 80)} ${oneLine(issued.version, 40)}, observed on ${issued.observed}, holds until ${issued.expires}: <a href="${issued.file}">${issued.file}</a>, which <code>npx plimsoll verify ${issued.file}</code> judges again from the recording beside it.</p>`;
}
