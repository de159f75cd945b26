import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Markup, markup, trusted } from "./markup.js";
import { findingsSections } from "./page/findings.js";
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

const STYLE = readFileSync(new URL("./page/page.css", import.meta.url), "utf8");
const SCRIPT = readFileSync(new URL("./page/page.js", import.meta.url), "utf8");

/** Nothing is loaded from anywhere, and only our own style and script run, whatever a target sent. */
const POLICY = [
  "default-src 'none'",
  `style-src '${digest(STYLE)}'`,
  `script-src '${digest(SCRIPT)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The result as one self-contained page that can be read without a script and without a network. */
export function htmlPage(result: Compliance): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${HEADLINES[result.verdict]} · ${result.target.url} · Plimsoll</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<a class="skip" href="#matrix">Skip to the results</a>
${headBlock(result)}
<main>
${body(result)}
</main>
<footer><p>Plimsoll ${result.run.version}. The same verdicts for programs: <code>compliance.json</code>; every exchange: <code>exchanges.har</code>.</p></footer>
<script>${trusted(SCRIPT)}</script>
</body>
</html>
`.text;
}

function body(result: Compliance): Markup[] {
  const findings = findingsSections(result);
  return [
    certificateBlock(result),
    matrixSection(result),
    ...findings.map(({ section }) => section),
    questionsSection(result),
    openSection(result),
    coverageSection(result),
    runSection(result),
    rulesSection(result, new Set(findings.flatMap((one) => one.ids))),
    notJudgedSection(result),
  ];
}

function digest(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
