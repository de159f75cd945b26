import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { coverWords, statementOf, type Terms } from "../../../reports/certificate/statement.js";
import { WIDTH } from "../../../reports/console-lines.js";
import type { Compliance, Missing, RuleVerdict } from "../../../reports/results.js";
import { jsonText, oneLine, wrap } from "../../../reports/text.js";
import { breachWords, brokenRules, VERDICT_WORDS } from "../../../reports/wording.js";
import { writeResult } from "../../../reports/write.js";
import { groupBy } from "../../contract/group-by.js";
import { HAR_FILE } from "../../target/recordings/har.js";
import { JOINED_NOTE } from "../../target/recordings/note-names.js";
import { readRecording } from "../../target/recordings/read-recording.js";
import { plural } from "../../wire/message.js";
import { type Judged, judgedRecordings } from "../judge/judged-recording.js";
import { UsageError } from "../mistakes/errors.js";
import { EXIT } from "../mistakes/exit-codes.js";
import { CERTIFICATE_FILE, resultIn } from "../run/result-file.js";
import { run } from "../run/run.js";
import { shardRecording } from "../run/shard-file.js";
import { DAY_MS, dayOf, type TargetOptions } from "../settings/options.js";
import { choose, plannedSettings } from "../settings/target-settings.js";
import { signed } from "./envelope.js";

/** Most days that a certificate holds: services change. */
const LONGEST_DAYS = 365;
/** How many reasons are printed; the report has all. */
const MOST = 5;

export interface CertifyOptions extends TargetOptions {
  readonly product: string;
  readonly version: string;
  readonly expires?: string;
  /** File with a private key. */
  readonly sign?: string;
}

/**
 * `plimsoll certify`: writes a certificate that others can verify. It states the result of judging the run's recording
 * again, so that every written certificate does verify.
 * @param target address of a service, or the folder of a finished run
 * @returns the exit code: 0 certified, 1 not earned, otherwise that of the run
 * @throws UsageError if there is nothing to certify or the options do not fit
 */
export async function certify(target: string | null, options: CertifyOptions): Promise<number> {
  // Fail before the run, not after it, if the certificate cannot be signed.
  if (options.sign !== undefined) signed("", options.sign);
  throwUnlessMeant(options);
  if (target !== null && existsSync(target) && statSync(target).isDirectory()) {
    if (options.out !== undefined)
      throw new UsageError("the certificate of a finished run goes into its folder; leave --out out.");
    const code = await certifyFolder(target, options);
    if (options.json) process.stdout.write(jsonText(resultIn(target)));
    return code;
  }
  const { url, config } = await choose(target, options);
  if (url === null) {
    throw new UsageError("name what is to be certified: the address of a service, or the folder of a run.");
  }
  const code = await run(url, { ...options, complete: true, https: false }, { certifies: true });
  if (code > EXIT.violated) return code;
  return certifyFolder(plannedSettings(url, config, options).outDir, options);
}

async function certifyFolder(folder: string, options: CertifyOptions): Promise<number> {
  const recording = join(folder, HAR_FILE);
  if (!existsSync(recording)) {
    throw new UsageError(`${folder} holds no ${HAR_FILE}; name the --out folder of a run that was made.`);
  }
  const reported = resultIn(folder);
  const judged = await judgedRecordings(recordingsIn(folder));
  throwUnlessAlike(folder, reported, judged.result);
  if (!judged.result.certificate.granted) {
    say(refusal(judged.result), options);
    return EXIT.violated;
  }
  const terms = termsOf(judged, options);
  const text = jsonText(statementOf(judged.result, judged.recorded, terms));
  const { sign } = options;
  const written = sign === undefined ? text : jsonText(signed(text, sign));
  const file = join(folder, CERTIFICATE_FILE);
  writeFileSync(file, written);
  await writeResult(withCertificate(reported, judged, terms), folder);
  const { name, version } = terms.product;
  say(
    [
      `CERTIFIED: ${oneLine(name, 80)} ${oneLine(version, 40)}, ${coverWords(judged.result)}`,
      `Observed on ${lastDay(judged)}, holds until ${terms.expires}.`,
      `Publish ${file}`,
      `with ${judged.recorded.files.map(({ name }) => name).join(", ")} beside it. To check them, offline:`,
      `  npx plimsoll verify ${file}`,
      "The badge for a README, linked to it:",
      `[![certified ${lastDay(judged)}](badge.svg)](${CERTIFICATE_FILE})`,
    ],
    options,
  );
  return EXIT.ok;
}

/**
 * The recording in a run's folder, or the recordings of its shards in a joined run's folder.
 * @throws UsageError if one of them is missing
 */
function recordingsIn(folder: string): string[] {
  const whole = join(folder, HAR_FILE);
  const count = readRecording(whole).sideNotes.find(({ name }) => name === JOINED_NOTE)?.value;
  if (typeof count !== "number") return [whole];
  const shards = Array.from({ length: count }, (_, at) => join(folder, shardRecording(at + 1)));
  const missing = shards.find((file) => !existsSync(file));
  if (missing === undefined) return shards;
  throw new UsageError(
    `${missing} is missing, so its shard cannot be judged again; merge all shards once more.`,
  );
}

/** The reports in the folder must match its recording. @throws UsageError */
function throwUnlessAlike(folder: string, reported: Compliance, judged: Compliance): void {
  const verdicts = new Map(judged.rules.map(({ id, verdict }) => [id, verdict]));
  const other = reported.rules.find(({ id, verdict }) => verdicts.get(id) !== verdict);
  if (other === undefined) return;
  throw new UsageError(
    `the report in ${folder} says ${VERDICT_WORDS[other.verdict]} of ${other.id}, its recording ${wordsOf(verdicts.get(other.id))}; run it again.`,
  );
}

function wordsOf(verdict: RuleVerdict | undefined): string {
  return verdict === undefined ? "nothing" : VERDICT_WORDS[verdict];
}

/** Broken rules first, by their causes, then those that were not judged. */
function refusal({ certificate: { missing }, rules, causes }: Compliance): string[] {
  const open = new Set(rules.filter(({ verdict }) => verdict === "inconclusive").map(({ id }) => id));
  const told = new Map([
    ...brokenRules({ rules }).map((rule) => [rule.id, `broken: ${breachWords(rule)}`] as const),
    ...causes
      .filter(({ kind }) => kind !== "rule")
      .flatMap(({ title, rules: ids }) => ids.map((id) => [id, title] as const)),
  ]);
  const isOpen = ({ rule }: Missing): boolean => rule !== null && open.has(rule);
  const ordered = [...missing.filter((one) => !isOpen(one)), ...missing.filter(isOpen)];
  const reasons = [...groupBy(ordered, ({ rule, why }) => told.get(rule ?? "") ?? why)];
  const rest = reasons.length - MOST;
  return [
    ...wrap(
      "NO CERTIFICATE: every required rule must be shown to hold, with nothing broken or waived",
      WIDTH,
    ),
    ...reasons
      .slice(0, MOST)
      .flatMap(([why, all]) =>
        wrap(`${namesOf(all)}${oneLine(why, 400)}`, WIDTH - 2).map((line) => `  ${line}`),
      ),
    ...(rest > 0 ? [`  and ${plural(rest, "more reason")}, all in the report`] : []),
  ];
}

/** The rule with a reason, or the first of several; empty if the reason concerns the whole run. */
function namesOf([first, ...others]: readonly Missing[]): string {
  if (first === undefined || first.rule === null) return "";
  const { rule } = first;
  return others.length === 0 ? `${rule}: ` : `${rule} and ${plural(others.length, "more rule")}: `;
}

/** @throws UsageError for a product without a name, and a last day that no observation until today allows */
function throwUnlessMeant({ product, version, expires }: CertifyOptions): void {
  if (product.trim() === "" || version.trim() === "") {
    throw new UsageError("--product and --version must not be empty; they name what is certified.");
  }
  const [today, latest] = [dayOf(Date.now()), latestDay(new Date().toISOString())];
  if (expires !== undefined && (expires < today || expires > latest)) {
    throw new UsageError("--expires must be from today to a year after what was observed.");
  }
}

/** @throws UsageError for a last day too long after the observation */
function termsOf(judged: Judged, { product, version, expires }: CertifyOptions): Terms {
  const latest = latestDay(judged.recorded.observed.to);
  if (latest < dayOf(Date.now())) {
    throw new UsageError(`it was observed on ${lastDay(judged)}, more than a year ago; run it again.`);
  }
  if (expires !== undefined && expires > latest) {
    throw new UsageError(`--expires must be from today to ${latest}, a year after what was observed.`);
  }
  return { product: { name: product, version }, expires: expires ?? latest };
}

/** The latest day until which a certificate may hold, by the time of its last exchange. */
export function latestDay(observedTo: string): string {
  return dayOf(Date.parse(observedTo) + LONGEST_DAYS * DAY_MS);
}

function withCertificate(reported: Compliance, judged: Judged, { product, expires }: Terms): Compliance {
  const issued = {
    file: CERTIFICATE_FILE,
    product: product.name,
    version: product.version,
    observed: lastDay(judged),
    expires,
  };
  return { ...reported, certificate: { ...reported.certificate, issued } };
}

function lastDay({ recorded }: Judged): string {
  return dayOf(Date.parse(recorded.observed.to));
}

/** With --json, only the result goes to standard output. */
function say(lines: readonly string[], { json }: CertifyOptions): void {
  (json ? process.stderr : process.stdout).write(`${lines.join("\n")}\n`);
}
