import { type Markup, markup } from "../markup.js";
import { type Compliance, RULE_VERDICTS, type RuleVerdict } from "../results.js";
import { plural } from "../text.js";
import { effectSentences, HEADLINES, mainCause, SIGNS, shardWords, verdictSentence } from "../wording.js";

/** The load line: a disc crossed by the line to which a ship may be laden. */
const MARK = markup`<svg class="mark" viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="21"/><path d="M2 32h60"/></svg>`;

/** Verdict, the sentence for people, the facts of the run and the counts. */
export function headBlock(result: Compliance): Markup {
  const { verdict, certificate } = result;
  const cause = mainCause(result);
  return markup`<header class="top t-${verdict}">
<p class="brand"><span>Plimsoll</span> conformance report</p>
<div class="line">${MARK}</div>
<h1>${HEADLINES[verdict]}${certificate.granted ? markup` <span class="seal">certified</span>` : null}</h1>
${cause === null ? null : markup`<p class="lead"><strong>${unbroken(cause)}</strong></p>`}
${effectSentences(result).map((effect) => markup`<p class="lead"><strong>${effect}</strong></p>`)}
<p class="lead">${verdictSentence(result)}${warnings(result)}</p>
${tally(result)}
${facts(result)}
</header>`;
}

/** No line ends within an option: "--" at the end of one and "generation" on the next is not what one types. */
function unbroken(text: string): Markup[] {
  return text
    .split(/(--\S+)/)
    .map((part) => (part.startsWith("--") ? markup`<span class="word">${part}</span>` : markup`${part}`));
}

function warnings({ counts }: Compliance): string {
  const { warns } = counts.verdicts;
  return warns === 0
    ? ""
    : ` ${plural(warns, "warning")} ${warns === 1 ? "concerns a matter" : "concern matters"} on which a fair reader of the contract could differ.`;
}

/** Where the reader finds more about the rules of a verdict. */
const DETAILS: Readonly<Partial<Record<RuleVerdict, string>>> = {
  violates: "violations",
  stale: "violations",
  warns: "warnings",
};

function tally({ counts }: Compliance): Markup {
  const shown = RULE_VERDICTS.filter((verdict) => counts.verdicts[verdict] > 0);
  return markup`<ul class="tally">${shown.map(
    (verdict) =>
      markup`<li class="v-${verdict}"><a href="#${DETAILS[verdict] ?? "rules"}" data-show="${verdict}"><b>${counts.verdicts[verdict]}</b><span><i aria-hidden="true">${SIGNS[verdict]}</i> ${verdict}</span></a></li>`,
  )}</ul>`;
}

function facts({ run, target }: Compliance): Markup {
  const rows: [string, string][] = [
    ["Target", target.embedded ? `${target.url} (embedded reference service)` : target.url],
    [
      "Scope",
      `${run.generations.join(" and ")}, ${run.edition === null ? "all editions" : `edition ${run.edition}`}`,
    ],
    ...(run.shard === null ? [] : [["Part", shardWords(run.shard)] satisfies [string, string]]),
    ...(run.traffic === true
      ? [["Traffic", `${plural(run.requests, "exchange")} recorded elsewhere`] satisfies [string, string]]
      : [
          ["Run", `${run.effort} effort, writes ${run.writes}, seed ${run.seed}`] satisfies [string, string],
          ["Asked", `${plural(run.requests, "request")} in ${run.seconds.toFixed(1)} s`] satisfies [
            string,
            string,
          ],
        ]),
    ["When", run.startedAt.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC")],
    ...run.notes.map((note): [string, string] => ["Note", note]),
  ];
  return markup`<dl class="facts">${rows.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** The certificate with its terms, or what it still lacks. */
export function certificateBlock({ certificate, counts, run, target }: Compliance): Markup {
  if (certificate.granted) {
    return markup`<section class="certificate" aria-labelledby="cert"><h2 id="cert">Certificate of conformance</h2>
<p>On ${run.startedAt.slice(0, 10)} the service at <code>${target.url}</code> was held against the contract (${run.generations.join(" and ")}, ${run.edition ?? "all editions"}). Each of the ${counts.levels.must.conforms} obligations in scope that can be seen from outside was shown to hold, none was left undecided.</p>
<p class="fine">Plimsoll ${run.version}, ${run.effort} effort, seed ${run.seed}, ${plural(run.requests, "request")}.</p></section>`;
  }
  const general = certificate.missing.filter(({ rule }) => rule === null);
  const rules = certificate.missing.length - general.length;
  return markup`<p class="nocert"><b>No certificate.</b> ${[
    ...(rules > 0 ? [`${plural(rules, "rule")} must still be shown to hold`] : []),
    ...general.map(({ why }) => why),
  ].join("; ")}.</p>`;
}
