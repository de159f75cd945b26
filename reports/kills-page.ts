import { plural } from "../helpers/wire/message.js";
import type { Kill, KillMatrix } from "./kills.js";
import { effortWords } from "./kills-text.js";
import { type Markup, markup } from "./markup.js";
import { page } from "./page/frame.js";

/** The kill matrix as one self-contained page. */
export function killsPage(matrix: KillMatrix): string {
  return page({
    title: "Kill matrix",
    body: markup`<main>
<h1>${matrix.killed} of ${plural(matrix.faults, "fault")} found</h1>
<p>The reference service was started with one fault at a time and judged at effort ${matrix.effort}. A fault counts as
found when the rule that it breaks says so. Found by effort: ${effortWords(matrix)}. One fault of a required rule made
${plural(matrix.blame, "rule")} violate on average; the run took ${plural(matrix.seconds, "second")}.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Faults">
<table class="kills">
<thead><tr><th>Fault</th><th>Rule that it breaks</th><th>Found</th><th>Other rules blamed</th><th>Requests</th><th>Smallest evidence</th></tr></thead>
<tbody>
${matrix.kills.map(row)}
</tbody>
</table>
</div>
</main>`,
  });
}

function row(kill: Kill): Markup {
  const others = kill.violated.filter((rule) => rule !== kill.rule);
  return markup`<tr><td><strong>${kill.fault}</strong><br>${kill.sentence}</td><td><code>${kill.rule}</code><br>${kill.level}</td><td>${kill.killed ? "yes" : `no: ${kill.verdict}`}</td><td>${others.join(", ")}${kill.blame === null || others.length === 0 ? "" : markup`<br>${kill.blame}`}</td><td>${kill.requests}</td><td>${kill.smallest}</td></tr>
`;
}
