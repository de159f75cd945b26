import { readFileSync } from "node:fs";
import { type Markup, markup } from "./markup.js";
import { findingsSections } from "./page/findings.js";
import { page } from "./page/frame.js";
import { certificateBlock, headBlock } from "./page/head.js";
import {
  coverageSection,
  notJudgedSection,
  openSection,
  questionsSection,
  runSection,
} from "./page/lists.js";
import { matrixSection } from "./page/matrix.js";
import { rulesSection } from "./page/rules.js";
import type { Compliance } from "./results.js";
import { HEADLINES } from "./wording.js";

const SCRIPT = readFileSync(new URL("./page/page.js", import.meta.url), "utf8");

/** The result as one self-contained page that can be read without a script and without a network. */
export function htmlPage(result: Compliance): string {
  return page({
    title: `${HEADLINES[result.verdict]} · ${result.target.url}`,
    body: markup`<a class="skip" href="#results">Skip to the results</a>
${headBlock(result)}
<main id="results">
${body(result)}
</main>
<footer><p>Plimsoll ${result.run.version}. The same verdicts for programs: <code>compliance.json</code>; every exchange: <code>exchanges.har</code>.</p></footer>`,
    script: SCRIPT,
  });
}

function body(result: Compliance): Markup[] {
  const findings = findingsSections(result);
  return [
    certificateBlock(result),
    // What is broken is what a reader looks for; the sections are many.
    ...findings.map(({ section }) => section),
    matrixSection(result),
    questionsSection(result),
    openSection(result),
    coverageSection(result),
    runSection(result),
    rulesSection(result, new Set(findings.flatMap((one) => one.ids))),
    notJudgedSection(result),
  ];
}
