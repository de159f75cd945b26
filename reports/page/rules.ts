import { type Markup, markup } from "../markup.js";
import { type Compliance, RULE_VERDICTS, type RuleResult } from "../results.js";
import { oneLine } from "../text.js";
import { placeOf, SIGNS } from "../wording.js";

/**
 * Every rule with its verdict; filters are offered once the script runs, the table stands without.
 *
 * @param detailed ids of the rules whose findings the page shows
 */
export function rulesSection({ rules, counts }: Compliance, detailed: ReadonlySet<string>): Markup {
  const verdicts = RULE_VERDICTS.filter((verdict) => counts.verdicts[verdict] > 0);
  return markup`<section id="rules"><h2>All rules <small>${rules.length}</small></h2>
<form class="filter" hidden role="search" aria-label="Filter the rules">
<label class="search"><span class="caption">Search</span><input type="search" name="text" placeholder="id, words, section" autocomplete="off"></label>
${select("verdict", verdicts)}${select("level", ["must", "should", "open"])}${select("generation", ["v1", "v2"])}
<button type="reset">Clear</button><output aria-live="polite"></output></form>
<table class="rules"><thead><tr><th scope="col">Verdict</th><th scope="col">Rule</th><th scope="col">Section</th><th scope="col">Level</th></tr></thead>
<tbody>${rules.map((rule) => row(rule, detailed.has(rule.id)))}</tbody></table></section>`;
}

function select(name: string, values: readonly string[]): Markup {
  return markup`<label><span class="caption">${name}</span><select name="${name}"><option value="">any</option>${values.map((value) => markup`<option>${value}</option>`)}</select></label>`;
}

function row(rule: RuleResult, detailed: boolean): Markup {
  const { id, verdict, level, generation, statement, reason } = rule;
  const kind = `${level} ${generation === "both" ? "v1 v2" : generation}`;
  const name = markup`<code>${id}</code>`;
  return markup`<tr class="v-${verdict}"><td><i>${SIGNS[verdict]}</i> ${verdict}</td><td>${detailed ? markup`<a href="#f-${id}">${name}</a>` : name}<p>${oneLine(statement, 220)}</p><small>${oneLine(reason, 120)}</small></td><td>${placeOf(rule)}</td><td>${kind}</td></tr>\n`;
}
