/**
 * Renders the report pages of the test scenes in a browser, light and dark, wide and narrow, and checks them with axe:
 *
 * `node scripts/pages.mjs FOLDER [chromium]`
 *
 * For people who change the page; needs Chromium on this machine. Exits with 1 if axe finds something.
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { createViteServer } from "vitest/node";

const vite = await createViteServer({
  configFile: false,
  root: fileURLToPath(new URL("..", import.meta.url)),
  logLevel: "error",
  server: { middlewareMode: true },
});
const [{ complianceOf }, { htmlPage }, { comparisonOf }, { comparisonPage }, scenes] = await Promise.all(
  ["compliance", "html", "compare/comparison", "page/comparison", "testing/scenes"].map((name) =>
    vite.ssrLoadModule(`/reports/${name}.ts`),
  ),
);

const [folder = mkdtempSync(join(tmpdir(), "plimsoll-pages-")), executablePath = "/usr/bin/chromium"] =
  process.argv.slice(2);
const WIDTHS = [1280, 800, 390];
const RUNS = {
  clean: scenes.realRun(),
  "broken-3": scenes.runWithBroken(3),
  "broken-18": scenes.runWithBroken(18),
  "broken-91": scenes.runWithBroken(91),
  sparse: scenes.sparseRun(),
  partial: scenes.partialRun(),
  failed: scenes.failedRun(),
  recorded: scenes.recordedRun(),
  mixed: scenes.brokenRun(),
  hostile: scenes.hostileRun(),
};
const compared = (name, run, day) => ({
  name,
  result: complianceOf({ ...run, run: { ...run.run, startedAt: `2026-11-0${day}T10:00:00.000Z` } }),
  exchanges: run.samples,
});
const history = [RUNS["broken-18"], RUNS["broken-3"], RUNS.sparse, RUNS.clean].map((run, at) =>
  compared(`results/${at}`, run, at + 1),
);
const PAGES = {
  ...Object.fromEntries(Object.entries(RUNS).map(([name, run]) => [name, htmlPage(complianceOf(run))])),
  "compare-worse": comparisonPage(
    comparisonOf(
      compared("https://staging.example.com", RUNS.clean, 1),
      compared("mock", RUNS["broken-18"], 2),
      history,
    ),
  ),
  "compare-better": comparisonPage(
    comparisonOf(compared("yesterday", RUNS["broken-3"], 1), compared("today", RUNS.clean, 2)),
  ),
};
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
  ],
});
let found = 0;
for (const [name, text] of Object.entries(PAGES)) {
  const file = join(folder, `${name}.html`);
  writeFileSync(file, text);
  for (const colorScheme of ["light", "dark"]) {
    const context = await browser.newContext({ colorScheme, bypassCSP: true });
    const page = await context.newPage();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(pathToFileURL(file).href);
      const { height, wide } = await page.evaluate(() => ({
        height: document.documentElement.scrollHeight,
        wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
      }));
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
      process.stdout.write(
        `${name} ${colorScheme} ${width}: ${height} px${wide ? ", wider than the window" : ""}\n`,
      );
      if (wide) found += 1;
    }
    // Open everything, so that nothing is hidden from axe.
    await page.evaluate(() => {
      for (const one of document.querySelectorAll("details")) one.open = true;
    });
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    for (const { id, help, nodes } of violations) {
      found += 1;
      process.stdout.write(`${name} ${colorScheme}: ${id}: ${help}: ${nodes[0]?.html.slice(0, 200)}\n`);
    }
    await context.close();
  }
}
await browser.close();
await vite.close();
process.stdout.write(`${found} findings; pages and pictures in ${folder}\n`);
process.exitCode = found === 0 ? 0 : 1;
