import { writeFileSync } from "node:fs";
import { oneLine } from "../../../reports/text.js";
import { sentence } from "../../contract/text.js";
import { readFaults } from "../../reference/faults/list.js";
import { readHabits } from "../../reference/habits/list.js";
import { REPORT_TRIGGER } from "../../reference/mock/admin.js";
import { WrongRecords } from "../../reference/mock/own/read.js";
import type { OwnRecords } from "../../reference/mock/own/records.js";
import type { ReceivedRequest } from "../../reference/mock/received.js";
import { WrongTrouble } from "../../reference/mock/trouble.js";
import { DATA_NAMES, type DataName } from "../../reference/service/variant.js";
import {
  createReferenceService,
  type ReferenceOptions,
  type ReferenceService,
} from "../../reference/service.js";
import { USUAL } from "../../target/settings/settings.js";
import { plural } from "../../wire/message.js";
import { UsageError } from "../mistakes/errors.js";
import { portTrouble } from "../mistakes/system-errors.js";
import { throwUnlessFitsHeader } from "../settings/target-settings.js";
import { recordsIn } from "./own-records.js";

/** Characters of a line. */
const LINE = 500;

/** Milliseconds by which the replicas lag behind writes, in turn. */
const LAGS = [0, 500, 1_500];

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  /** The name of generated data, or a file of own records. */
  readonly data: string;
  readonly fault: readonly string[];
  readonly habit: readonly string[];
  readonly latency: number;
  /** Texts that `readTrouble` reads. */
  readonly trouble: readonly string[];
  /** True to print each request on standard error. */
  readonly verbose?: boolean;
  readonly churn: number;
  /** True to read from lagging replicas. */
  readonly lag?: boolean;
  readonly https?: boolean;
  /** With https: where to write the certificate to trust. */
  readonly certOut?: string;
  readonly keyEnv: string;
  readonly reportEvery: number;
}

/**
 * Serves the reference service until it is interrupted; prints its address and key.
 * @throws UsageError if the port cannot be used, a fault or habit does not exist, or the certificate cannot be written
 */
export async function serve(options: ServeOptions): Promise<void> {
  const ownKey = process.env[options.keyEnv];
  if (ownKey !== undefined) throwUnlessFitsHeader(ownKey, options.keyEnv);
  // Node treats an empty host as all addresses of this machine.
  if (options.host.trim() === "")
    throw new UsageError(
      "--host is empty; 127.0.0.1 is this machine alone, 0.0.0.0 means all its addresses.",
    );
  if (options.certOut !== undefined && !options.https)
    throw new UsageError("--cert-out is for --https; without it there is no certificate.");
  throwUnlessKnown(() => readFaults(options.fault), "plimsoll faults");
  throwUnlessKnown(() => readHabits(options.habit), "plimsoll habits");
  const service = started(options.data, {
    seed: options.seed,
    data: dataNamed(options.data),
    faults: options.fault,
    habits: options.habit,
    latencyMs: options.latency,
    troubles: options.trouble,
    ...(options.verbose && { onRequest: tell }),
    churn: options.churn,
    ...(options.lag && { lagMs: LAGS }),
    https: options.https ?? false,
    ...(options.reportEvery === 0 ? {} : { reportEveryMs: options.reportEvery }),
    ...(ownKey === undefined ? {} : { apiKey: ownKey }),
  });
  if (options.certOut !== undefined && service.certificate !== null) {
    writeFileSync(options.certOut, service.certificate);
  }
  const url = await listening(service, options);
  process.stdout.write(`${url}\n`);
  process.stderr.write(
    ownKey === undefined
      ? `The API key is ${service.apiKey}; set ${options.keyEnv} to choose your own. Ctrl-C stops.\n`
      : `The API key is the one in ${options.keyEnv}. Ctrl-C stops.\n`,
  );
  process.stderr.write(`What is here: ${url}/\n`);
  process.stderr.write(
    `To certify it: ${certifyLine(url, ownKey === undefined ? service.apiKey : null, options)}\n`,
  );
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  await service.close();
}

/** One line on standard error. */
function tell({ method, path, status, ms, operation }: ReceivedRequest): void {
  const line = `${method} ${path} ${status ?? "no answer"} ${ms} ms${operation === null ? "" : ` ${operation}`}`;
  process.stderr.write(`${oneLine(line, LINE)}\n`);
}

/** The data of that name, or the records of that file. */
function dataNamed(name: string): DataName | OwnRecords {
  const known = DATA_NAMES.find((data) => data === name);
  return known ?? recordsIn(name);
}

/** @param file where own data came from @throws UsageError with a line for each invalid record or trouble */
function started(file: string, options: ReferenceOptions): ReferenceService {
  try {
    return createReferenceService(options);
  } catch (error) {
    if (error instanceof WrongTrouble) throw new UsageError(sentence(`--trouble: ${error.message}`));
    if (error instanceof WrongRecords) {
      for (const line of error.lines) process.stderr.write(`${oneLine(line, LINE)}\n`);
      throw new UsageError(`--data ${file}: ${plural(error.lines.length, "record")} cannot be used.`);
    }
    throw error;
  }
}

/**
 * The command to type in another terminal.
 * @param apiKey the generated key; null for the user's own, which is never shown
 */
function certifyLine(url: string, apiKey: string | null, { keyEnv, https, certOut }: ServeOptions): string {
  return [
    ...(apiKey === null ? [] : [`${keyEnv}=${apiKey}`]),
    `npx plimsoll certify ${url} --writes fixtures --report-trigger ${REPORT_TRIGGER}`,
    ...(keyEnv === USUAL.keyEnv ? [] : [`--key-env ${keyEnv}`]),
    ...(https ? [`--ca ${certOut ?? "FILE"}`] : []),
    "--product reference --version 1",
  ].join(" ");
}

async function listening(service: ReferenceService, { port, host }: ServeOptions): Promise<string> {
  try {
    return await service.listen(port, host);
  } catch (error) {
    const why = portTrouble(error);
    if (why === null) throw error;
    throw new UsageError(`nothing can be served on ${host} port ${port}: ${why}`);
  }
}

function throwUnlessKnown(read: () => unknown, lister: string): void {
  try {
    read();
  } catch (error) {
    throw new UsageError(error instanceof Error ? `${error.message} ${lister} lists all.` : String(error));
  }
}
