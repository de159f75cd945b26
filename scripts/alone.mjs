/**
 * Runs each suite file alone, and all files in shuffled orders, against the reference service. Every check must end as
 * in the whole run and find no more, and afterwards the target must hold what it held before. Needs `npm run build`.
 * `npm run alone -- [orders] [data,data] [part of a file's name]`
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedSettings } from "../dist/helpers/cli/run/embedded.js";
import { operations } from "../dist/helpers/contract/operations.js";
import { ROOT, runChecks, runFiles } from "../dist/helpers/engine/vitest/start.js";
import { createReferenceService } from "../dist/helpers/reference/service.js";

const [orders = "10", data = "default,lavish", part = ""] = process.argv.slice(2);
const suites = join(ROOT, "suites");
const files = readdirSync(suites, { recursive: true })
  .filter((file) => file.includes("/") && file.endsWith(".suite.js"))
  .sort();
/** Lists from which the run removes its own items. Reports and the labels of a processed batch stay. */
const kept = operations.filter(
  ({ method, pathParams, list, id }) =>
    method === "GET" &&
    pathParams.length === 0 &&
    (list !== null || /List(Webhooks|Warehouses|Tags)$/.test(id)),
);

/** Ids in the lists of the target, by operation. */
async function holdings(settings) {
  const found = {};
  for (const { id, path, generation } of kept) {
    const headers = generation === "v1" ? { "api-key": settings.apiKey } : { "API-Key": settings.apiKey };
    const answer = await fetch(`${settings.url}${path}`, { headers });
    if (answer.ok) found[id] = [...new Set(idsIn(await answer.json()))].sort();
  }
  return found;
}

/** Every value under a name that ends in id. */
function idsIn(value) {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    typeof each === "string" && /(^|_)id$/.test(name) ? [each] : idsIn(each),
  );
}

/** What was created and what was removed, by operation. */
function changes(before, after) {
  return Object.keys(before).flatMap((id) => {
    const came = (after[id] ?? []).filter((one) => !before[id].includes(one));
    return came.length > 0 && !/Report|Label/.test(id) ? [`${id} holds ${came.join(", ")} more`] : [];
  });
}

async function judge(name, seed, run) {
  const outDir = mkdtempSync(join(tmpdir(), "plimsoll-alone-"));
  const service = createReferenceService({ seed: 1, data: name });
  try {
    const settings = await embeddedSettings(service, (defaults) => ({ ...defaults, outDir }));
    const before = await holdings(settings);
    const left = await run(settings, seed);
    return { ...left, changes: changes(before, await holdings(settings)) };
  } finally {
    await service.close();
    rmSync(outDir, { recursive: true, force: true });
  }
}

let wrong = 0;
function tell(title, line) {
  wrong += 1;
  process.stdout.write(`${title}: ${line}\n`);
}

function compare(title, { records, defects, changes: made }, whole) {
  for (const { rule, findings, outcome, reason, check } of records) {
    for (const finding of findings.slice(0, whole.found.has(rule) ? 0 : 1))
      tell(title, `${rule}: ${finding.documented} / ${finding.received} (${finding.request})`);
    const due = whole.outcomes.get(check);
    if (due !== undefined && due !== outcome) tell(title, `${check} is ${outcome}, not ${due}: ${reason}`);
  }
  for (const defect of defects) tell(title, `defect: ${defect.split("\n")[0]}`);
  for (const change of made) tell(title, change);
}

for (const name of data.split(",")) {
  const { records } = await judge(name, 1, (settings) => runChecks(settings, () => {}, { allure: false }));
  const whole = {
    outcomes: new Map(records.map(({ check, outcome }) => [check, outcome])),
    // Of the data itself.
    found: new Set(records.flatMap(({ rule, findings }) => (findings.length > 0 ? [rule] : []))),
  };
  for (const file of files.filter((one) => one.includes(part))) {
    const left = await judge(name, 1, (settings) => runFiles([join(suites, file)], settings, null));
    compare(`${name} ${file}`, left, whole);
  }
  for (let seed = 1; seed <= Number(orders); seed += 1) {
    const left = await judge(name, seed, (settings) =>
      runFiles(
        files.filter((one) => one.includes(part)).map((file) => join(suites, file)),
        settings,
        seed,
      ),
    );
    compare(`${name} order ${seed}`, left, whole);
  }
}
process.stdout.write(`${wrong} differences\n`);
process.exitCode = wrong > 0 ? 1 : 0;
