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
import { timelineSection } from "./page/timeline.js";
import type { Compliance } from "./results.js";
import { HEADLINES, standingOf, wasMade } from "./wording.js";

const SCRIPT = readFileSync(new URL("./page/page.js", import.meta.url), "utf8");

/** The result as one self-contained page that works without scripts and without a network. */
export function htmlPage(result: Compliance): string {
  return page({
    title: `${HEADLINES[standingOf(result)]} · ${result.target.url}`,
    body: markup`<a class="skip" href="#results">Skip to the results</a>
${headBlock(result)}
<main id="results">
${body(result)}
</main>
<footer><p>Plimsoll ${result.run.version}. The same verdicts for programs: <a href="compliance.json">compliance.json</a>; for CI: <a href="junit.xml">junit.xml</a>, <a href="results.sarif">results.sarif</a>, <a href="summary.md">summary.md</a>.</p></footer>`,
    ...(wasMade(result) ? { script: SCRIPT } : {}),
  });
}

function body(result: Compliance): (Markup | null)[] {
  if (!wasMade(result)) return [];
  return [
    certificateBlock(result),
    ...findingsSections(result),
    questionsSection(result),
    runSection(result),
    matrixSection(result),
    rulesSection(result),
    openSection(result),
    coverageSection(result),
    timelineSection(result),
    notJudgedSection(result),
  ];
}
