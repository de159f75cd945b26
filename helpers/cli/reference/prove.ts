import { mkdirSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { complianceOf } from "../../../reports/compliance.js";
import { type Kill, type KilledAt, type KillMatrix, killMatrixOf } from "../../../reports/kills.js";
import { killsPage } from "../../../reports/kills-page.js";
import { killsText } from "../../../reports/kills-text.js";
import type { Compliance } from "../../../reports/results.js";
import { jsonText } from "../../../reports/text.js";
import { matchesGlob, ruleById } from "../../contract/rules.js";
import { runRepeatedly } from "../../engine/vitest/repeated-runs.js";
import type { Fault } from "../../reference/faults/fault.js";
import { behaviourFaults } from "../../reference/faults/list.js";
import { listSchemaFaults } from "../../reference/faults/schema.js";
import { Random } from "../../reference/service/random.js";
import { defaultSettings, EFFORTS, type Effort } from "../../target/settings/settings.js";
import { UsageError } from "../mistakes/errors.js";
import { EXIT } from "../mistakes/exit-codes.js";
import { makeOutFolder } from "../mistakes/files.js";
import { eventsOf } from "../run/events.js";
import { type ReferenceRound, roundSettings } from "./reference-round.js";

/** How many faults share workers, because vitest keeps the output of all tests of a run. */
const BATCH = 64;

export interface ProveOptions {
  readonly fault: readonly string[];
  readonly bank: "behaviour" | "schema" | "all";
  readonly sample?: number;
  readonly effort: Effort;
  readonly seed: number;
  readonly jobs: number;
  readonly out: string;
  readonly json?: boolean;
  /** True to count what the other efforts find too. */
  readonly efforts?: boolean;
}

/**
 * `plimsoll prove`: starts the reference service with one fault after another and runs the checks against each. Writes
 * kills.json and kills.html.
 * @returns the exit code: 1 if a fault of a rule of level must survived, otherwise 0
 * @throws UsageError if no fault matches
 */
export async function prove(options: ProveOptions): Promise<number> {
  const faults = chosenFaults(options);
  makeOutFolder(options.out);
  const startedAt = performance.now();
  const kills = await proveAll(faults, options);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const killedAt = options.efforts ? await killedAtOthers(kills, faults, options) : {};
  const matrix = killMatrixOf(kills, { effort: options.effort, seconds, killedAt });
  write(matrix, options.out);
  process.stdout.write(options.json ? jsonText(matrix) : killsText(matrix, options.out));
  return matrix.survivors.must.length > 0 ? EXIT.violated : EXIT.ok;
}

/** One kill for each fault, in their order. */
async function proveAll(faults: readonly Fault[], options: ProveOptions): Promise<readonly Kill[]> {
  const kills: Kill[] = new Array(faults.length);
  const startedAt = performance.now();
  for (let from = 0; from < faults.length; from += BATCH) {
    await proveBatch(faults.slice(from, from + BATCH), options, (at, kill) => {
      kills[from + at] = kill;
      const done = kills.filter(Boolean).length;
      showProgress(done, faults.length, performance.now() - startedAt, kill);
    });
  }
  return kills;
}

/** Faults found at the other efforts: a higher effort only tries those that are left. */
async function killedAtOthers(
  kills: readonly Kill[],
  faults: readonly Fault[],
  options: ProveOptions,
): Promise<KilledAt> {
  const found = (some: readonly Kill[]) => some.filter(({ killed }) => killed).length;
  let known: KilledAt = {};
  for (const effort of EFFORTS) {
    if (effort === options.effort) continue;
    const more = EFFORTS.indexOf(effort) > EFFORTS.indexOf(options.effort);
    const left = more ? faults.filter((_, at) => kills[at]?.killed !== true) : faults;
    const count = (more ? found(kills) : 0) + found(await proveAll(left, { ...options, effort }));
    known = { ...known, [effort]: count };
  }
  return known;
}

function chosenFaults({ fault: globs, bank, sample, seed }: ProveOptions): readonly Fault[] {
  const all = [
    ...(bank === "schema" ? [] : behaviourFaults),
    ...(bank === "behaviour" ? [] : listSchemaFaults()),
  ];
  const idle = globs.find((glob) => !all.some(({ id }) => matchesGlob(id, glob)));
  if (idle !== undefined) throw new UsageError(`no fault fits ${idle}; plimsoll faults lists all.`);
  const chosen =
    globs.length === 0 ? all : all.filter(({ id }) => globs.some((glob) => matchesGlob(id, glob)));
  if (sample === undefined || sample >= chosen.length) return chosen;
  const random = new Random(seed);
  const left = [...chosen];
  return Array.from({ length: sample }, () => left.splice(random.int(0, left.length - 1), 1)).flat();
}

/** A round for each fault. The memory of a batch is released before the next. */
async function proveBatch(
  faults: readonly Fault[],
  { effort, seed, jobs }: ProveOptions,
  tried: (at: number, kill: Kill) => void,
): Promise<void> {
  const inputs = faults.map(
    ({ id, rule }): ReferenceRound => ({ fault: { id, rule }, data: "default", effort, seed }),
  );
  const module = new URL(`./reference-round${extname(import.meta.url)}`, import.meta.url).href;
  const startedAt = new Date();
  await runRepeatedly({ module, inputs }, Math.min(jobs, faults.length), (at, record) => {
    const [fault, round] = [faults[at], inputs[at]];
    if (fault === undefined || round === undefined) return;
    const settings = roundSettings(round, defaultSettings("http://127.0.0.1"));
    const result = complianceOf(eventsOf(settings, record, { embedded: true, startedAt }));
    tried(at, killOf(fault, ruleById(fault.rule).level, result));
  });
}

function killOf({ id, rule, sentence, blame }: Fault, level: Kill["level"], result: Compliance): Kill {
  const violated = result.rules.filter(({ verdict }) => verdict === "violates").map((one) => one.id);
  const warned = result.rules.filter(({ verdict }) => verdict === "warns").map((one) => one.id);
  const own = result.rules.find((one) => one.id === rule);
  const first = own?.findings[0];
  return {
    fault: id,
    rule,
    level,
    sentence,
    blame: blame ?? null,
    killed: violated.includes(rule) || (level === "should" && warned.includes(rule)),
    violated,
    warned,
    verdict: own?.verdict ?? "inconclusive",
    requests: result.run.requests,
    smallest: first === undefined ? null : (first.smallest ?? first.request),
    defects: result.defects.map(({ message }) => message.split("\n")[0] ?? ""),
  };
}

function showProgress(done: number, all: number, spentMs: number, kill: Kill | undefined): void {
  const left = Math.round(((spentMs / done) * (all - done)) / 1000);
  const rest = left === 0 ? "" : ` (about ${left} s left)`;
  process.stderr.write(
    `${done}/${all} ${kill?.killed ? "killed  " : "SURVIVED"} ${kill?.fault ?? ""}${rest}\n`,
  );
}

function write(matrix: KillMatrix, out: string): void {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "kills.json"), jsonText(matrix));
  writeFileSync(join(out, "kills.html"), killsPage(matrix));
}
