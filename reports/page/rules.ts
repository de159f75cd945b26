import { plural } from "../../helpers/wire/message.js";
import { distinct } from "../collect.js";
import { type Markup, markup } from "../markup.js";
import type { Compliance, RuleResult } from "../results.js";
import { oneLine } from "../text.js";
import { LEVEL_WORDS, placeOf, SIGNS, verdictWords } from "../wording.js";
import { fold } from "./fold.js";

/** Verdicts for which the page shows a rule's findings. */
const DETAILED: ReadonlySet<string> = new Set(["violates", "stale", "warns", "waived"]);

/** Every rule with its verdict; the script adds filters, but the table works without it. */
export function rulesSection({ rules }: Compliance): Markup {
  return fold(
    "rules",
    "All rules",
    plural(rules.length, "rule"),
    markup`<form class="filter" hidden role="search" aria-label="Filter the rules">
<label class="search"><span class="caption">Search</span><input type="search" name="text" placeholder="id, words, section" autocomplete="off"></label>
${select("verdict", distinct(rules.map(verdictWords)))}${select("level", Object.values(LEVEL_WORDS))}${select("generation", ["v1", "v2"])}
<button type="reset">Clear</button><output aria-live="polite"></output></form>
<table class="rules"><thead><tr><th scope="col">Verdict</th><th scope="col">Rule</th><th scope="col">Section</th><th scope="col">Level</th></tr></thead>
<tbody>${rules.map(row)}</tbody></table>`,
  );
}

function select(name: string, values: readonly string[]): Markup {
  return markup`<label><span class="caption">${name}</span><select name="${name}"><option value="">any</option>${values.map((value) => markup`<option>${value}</option>`)}</select></label>`;
}

function row(rule: RuleResult): Markup {
  const { id, verdict, level, generation, statement, reason } = rule;
  const words = verdictWords(rule);
  const generations = generation === "both" ? "v1 v2" : generation;
  const name = markup`<code>${id}</code>`;
  return markup`<tr class="v-${verdict}" id="r-${id}" data-verdict="${words}" data-level="${LEVEL_WORDS[level]}" data-generation="${generations}"><td><i aria-hidden="true">${SIGNS[verdict]}</i> ${words}</td><td>${DETAILED.has(verdict) ? markup`<a href="#f-${id}">${name}</a>` : name}<p>${oneLine(statement, 220)}</p><small>${oneLine(reason, 120)}</small></td><td>${placeOf(rule)}</td><td>${LEVEL_WORDS[level]} ${generations}</td></tr>\n`;
}
