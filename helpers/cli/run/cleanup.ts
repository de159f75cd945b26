import { existsSync } from "node:fs";
import { join } from "node:path";
import { oneLine } from "../../../reports/text.js";
import { Client } from "../../target/client/client.js";
import { type Settled, settleDebts } from "../../target/ledger/debts.js";
import { damagedLinesIn, debtsIn, LEDGER_FILE, Ledger, type Pending } from "../../target/ledger/ledger.js";
import { Journal } from "../../target/recordings/journal.js";
import { type PlimsollConfig, settingsFrom } from "../../target/settings/config.js";
import { defaultSettings, USUAL } from "../../target/settings/settings.js";
import { plural } from "../../wire/message.js";
import { tellUser, UsageError } from "../mistakes/errors.js";
import { EXIT } from "../mistakes/exit-codes.js";
import { throwUnlessCertificates } from "../mistakes/files.js";
import { loadConfig } from "../settings/config.js";
import { configFromOptions, joinConfigs } from "../settings/option-config.js";
import type { TargetOptions } from "../settings/options.js";
import { baseUrl, keyIn } from "../settings/target-settings.js";
import { lockFolder } from "./lock.js";

/** How many damaged lines are named. */
const MOST_LINES = 5;

export interface CleanupOptions
  extends Pick<TargetOptions, "config" | "keyEnv" | "out" | "ca" | "header" | "sellerId" | "timeout"> {
  readonly forget?: boolean;
}

/**
 * `plimsoll cleanup`: removes what a killed run left on its target and restores what it changed, latest first; prints
 * what it did.
 * @param url the target, if the ledger names several
 * @returns the exit code: 0 if nothing is left behind, otherwise 1
 * @throws UsageError if it is unclear which target is meant, or the key is missing
 */
export async function cleanup(url: string | null, options: CleanupOptions): Promise<number> {
  const file = await loadConfig(options.config);
  const config = joinConfigs(
    file,
    await configFromOptions({ ...options, only: [], skip: [], fixture: [], json: false }),
  );
  const outDir = config.out ?? USUAL.outDir;
  const debts = debtsIn(outDir);
  const damage = damageIn(outDir);
  if (damage !== null) tellUser(damage);
  if (debts.length === 0) {
    if (damage !== null) return EXIT.violated;
    process.stdout.write(`${nothingOwed(outDir)}\n`);
    return EXIT.ok;
  }
  const target = targetOf(debts, url === null ? null : baseUrl(url));
  // A run in progress has not left anything behind.
  const unlock = lockFolder(outDir, "cleanup");
  const settled = await settleOn(target, config, { outDir, debts, forget: options.forget ?? false }).finally(
    unlock,
  );
  const left = options.forget ? "forgotten" : "LEFT";
  for (const each of settled) process.stdout.write(`${lineOf(each, left)}\n`);
  const kept = settled.filter(({ became }) => became === "kept").length;
  const gone = plural(settled.length - kept, "entry", "entries");
  const rest = options.forget ? `${kept} forgotten` : `${kept} left behind`;
  const hint = kept > 0 && !options.forget ? "; --forget drops what can never be removed" : "";
  process.stdout.write(`${gone} settled, ${rest}, on ${target}${hint}\n`);
  return (kept === 0 && damage === null) || options.forget ? EXIT.ok : EXIT.violated;
}

/** A message about unreadable lines of the ledger; null if all can be read. */
export function damageIn(outDir: string): string | null {
  const lines = damagedLinesIn(outDir);
  if (lines.length === 0) return null;
  const which = lines.length === 1 ? "line" : "lines";
  return `${which} ${lines.slice(0, MOST_LINES).join(", ")}${lines.length > MOST_LINES ? " …" : ""} of ${join(outDir, LEDGER_FILE)} cannot be read: check by hand what they may name, then delete them there.`;
}

/** A folder without a ledger may be the wrong one. */
function nothingOwed(outDir: string): string {
  return existsSync(join(outDir, LEDGER_FILE))
    ? `Nothing is left behind: the ledger of ${outDir} owes nothing.`
    : `Nothing to do: ${outDir} holds no ledger of a run that could have left something.`;
}

/** The key is sent to a single target: the one that is meant. */
function targetOf(debts: readonly Pending[], url: string | null): string {
  const targets = [...new Set(debts.map(({ target }) => target))];
  if (url !== null) {
    if (targets.includes(url)) return url;
    throw new UsageError(`the ledger owes nothing to ${url}, but to ${targets.join(" and ")}.`);
  }
  const [only, ...others] = targets;
  if (only === undefined || others.length > 0) {
    throw new UsageError(`the ledger names ${targets.join(" and ")}; say which: plimsoll cleanup URL.`);
  }
  return only;
}

interface Books {
  readonly outDir: string;
  readonly debts: readonly Pending[];
  readonly forget: boolean;
}

async function settleOn(
  target: string,
  config: PlimsollConfig,
  { outDir, debts, forget }: Books,
): Promise<readonly Settled[]> {
  const settings = settingsFrom(config, defaultSettings(target));
  throwUnlessCertificates(settings.caFile);
  const ledger = new Ledger(outDir, settings.run);
  const client = new Client(
    { ...settings, apiKey: keyIn(settings.keyEnv, target), budget: null },
    new Journal(null),
  );
  try {
    const own = debts.filter((debt) => debt.target === target);
    const settled = await settleDebts({ client, ledger, provision: config.provision ?? {} }, own);
    for (const { became, debt } of settled) if (forget && became === "kept") ledger.forgotten(debt.entry);
    return settled;
  } finally {
    await client.close();
  }
}

/** @param left the word for what was not undone */
function lineOf({ what, became, why }: Settled, left: string): string {
  const words = { removed: "removed", restored: "put back", absent: "not there", kept: left } as const;
  return words[became].padEnd(10) + oneLine(why === "" ? what : `${what}: ${why}`);
}
