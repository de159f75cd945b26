/**
 * Measures how soon `plimsoll run` names what is broken. The reference service is served with one fault after the
 * other; the time runs from the start of the command, and from its first request, until it names a rule on standard
 * error. `node scripts/first-finding.mjs [faults] [seed] [--bank all]`: so many faults of required rules (60), evenly
 * from those of behaviour, or with `--bank all` from those of schemas too.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const cli = fileURLToPath(new URL("../dist/helpers/cli/main.js", import.meta.url));
const { behaviourFaults } = await import("../dist/helpers/reference/faults/list.js");
const { listSchemaFaults } = await import("../dist/helpers/reference/faults/schema.js");
const { ruleById } = await import("../dist/helpers/contract/rules.js");
const { positionals, values } = parseArgs({ allowPositionals: true, options: { bank: { type: "string" } } });
const [count = "60", seed = "1"] = positionals;
const out = mkdtempSync(join(tmpdir(), "plimsoll-first-"));
process.on("exit", () => rmSync(out, { recursive: true, force: true }));
const env = { ...process.env, PLIMSOLL_API_KEY: "first-finding-key" };

const all = values.bank === "all" ? [...behaviourFaults, ...listSchemaFaults()] : behaviourFaults;
const bank = all.filter(({ rule }) => ruleById(rule).level === "must");
const step = Math.max(1, bank.length / Number(count));
const faults = Array.from(
  { length: Math.min(Number(count), bank.length) },
  (_, at) => bank[Math.floor(at * step)],
);

async function tried(fault) {
  const served = spawn(process.execPath, [cli, "serve", "--port", "0", "--fault", fault.id], { env });
  const [line] = await once(served.stdout, "data");
  const startedAt = Date.now();
  const run = spawn(
    process.execPath,
    [
      cli,
      "run",
      String(line).trim().split("\n")[0],
      "--writes",
      "fixtures",
      "--seed",
      seed,
      "--no-config",
      "--out",
      out,
    ],
    { env },
  );
  let named = null;
  let own = null;
  run.stdout.resume();
  run.stderr.on("data", (text) => {
    const told = [...String(text).matchAll(/^× (\S+)/gm)].map(([, rule]) => rule);
    if (told.length > 0) named ??= Date.now();
    if (told.includes(fault.rule)) own ??= Date.now();
  });
  await once(run, "close");
  served.kill();
  const lines = readFileSync(join(out, "journal.ndjson"), "utf8").split("\n");
  const first = lines.find((one) => one.includes('"startedAt"'));
  const asked = Date.parse(JSON.parse(first).startedAt);
  return {
    fault: fault.id,
    rule: fault.rule,
    named: named && named - startedAt,
    since: named && named - asked,
    own: own && own - asked,
    whole: Date.now() - startedAt,
  };
}

const results = [];
for (const fault of faults) {
  const one = await tried(fault);
  results.push(one);
  process.stdout.write(
    `${String(one.named).padStart(6)} ${String(one.since).padStart(6)} ${String(one.own).padStart(6)} of ${one.whole}  ${one.fault}  ${one.rule}\n`,
  );
}
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
const of = (name) => results.map((one) => one[name] ?? Number.POSITIVE_INFINITY);
process.stdout.write(
  `${results.length} faults: named after ${median(of("named"))} ms in the median, ${median(of("since"))} ms after the first request, ` +
    `their own rule ${median(of("own"))} ms after it; whole run ${median(of("whole"))} ms\n`,
);
