import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Compliance } from "../../reports/results.js";
import { resultIn } from "../cli/run/result-file.js";
import { inTemporaryFolder } from "../cli/run/temporary.js";
import type { Configuration } from "../contract/generated/types.js";
import { isObject, parsedJson } from "../contract/json.js";
import { USUAL } from "../target/settings/settings.js";

/** What a run is told: a configuration without hooks, which a file can hold, and these. */
export interface RunOptions extends Configuration {
  /** Without an address the embedded reference service is judged. */
  readonly url?: string;
  /** @defaultValue that of PLIMSOLL_API_KEY, or of the variable that `keyEnv` names */
  readonly apiKey?: string;
  /** Globs of rules. @defaultValue all */
  readonly only?: readonly string[];
  /** Ends the run; what it made is removed nevertheless. */
  readonly signal?: AbortSignal;
}

/** A run that could not be made, with the line that says why. */
export class RunFailed extends Error {}

const COMMAND = fileURLToPath(new URL("../cli/main.js", import.meta.url));
const COULD_BE_MADE: readonly unknown[] = [0, 1];

/**
 * Judges a target as `plimsoll run` does, in a process of its own, and writes the same reports into `out`
 * (`plimsoll-report` unless named). No configuration file is read.
 *
 * @returns the result, as `compliance.json` has it, whatever the verdict
 * @throws RunFailed when the run could not be made, or was ended by the signal
 */
export async function run({ apiKey, only = [], signal, ...config }: RunOptions = {}): Promise<Compliance> {
  return inTemporaryFolder(async (folder) => {
    const file = join(folder, "config.json");
    // Paths in a configuration start from where it lies; those of a call start from where the program runs.
    const out = resolve(config.out ?? USUAL.outDir);
    const caFile = config.caFile === undefined ? {} : { caFile: resolve(config.caFile) };
    writeFileSync(file, JSON.stringify({ ...config, ...caFile, out }), { mode: 0o600 });
    const args = ["run", "--json", "--config", file, ...only.flatMap((glob) => ["--only", glob])];
    const key = apiKey === undefined ? {} : { [config.keyEnv ?? USUAL.keyEnv]: apiKey };
    // The address is the configuration's alone.
    const { PLIMSOLL_URL: _, ...environment } = process.env;
    const end = await ended(args, { ...environment, ...key }, signal);
    if (!COULD_BE_MADE.includes(end.code)) throw new RunFailed(whyNot(end));
    return resultIn(out);
  });
}

interface Ended {
  readonly code: number | null;
  /** What it printed: its result, unless it was interrupted or the folder is in use. */
  readonly printed: string;
  /** What it wrote on standard error. */
  readonly errors: string;
}

function ended(args: readonly string[], env: NodeJS.ProcessEnv, signal: AbortSignal | undefined) {
  return new Promise<Ended>((resolve, reject) => {
    const child = spawn(process.execPath, [COMMAND, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    const end = () => child.kill("SIGINT");
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted) end();
    let printed = "";
    let errors = "";
    child.stdout.on("data", (text) => {
      printed += String(text);
    });
    child.stderr.on("data", (text) => {
      errors += String(text);
    });
    child.once("error", reject);
    child.once("close", (code) => {
      signal?.removeEventListener("abort", end);
      resolve({ code, printed, errors });
    });
  });
}

/** What its result says, or its last line, which may only warn. */
export function whyNot({ printed, errors }: Omit<Ended, "code">): string {
  const result = parsedJson(printed);
  const [defect] = isObject(result) && Array.isArray(result.defects) ? result.defects : [];
  if (isObject(result) && typeof result.failure === "string") return result.failure;
  if (isObject(defect)) return String(defect.message);
  const own = errors.split("\n").findLast((line) => line.startsWith("plimsoll: "));
  return own?.slice("plimsoll: ".length) ?? "the run was ended.";
}
