import { isObject } from "../../contract/json.js";
import { type PlimsollConfig, picked } from "../../target/settings/config.js";
import { UsageError } from "../mistakes/errors.js";
import { checked, readData } from "./config.js";
import { AS_KEYS, type TargetOptions } from "./options.js";

/** Converts the options into a configuration. @throws UsageError with one line for the first mistake */
export async function configFromOptions(options: TargetOptions): Promise<PlimsollConfig> {
  const receiver = { url: options.receiver, port: options.receiverPort };
  const said = {
    ...picked(options, AS_KEYS),
    generations: options.generation,
    extraHeaders: options.header.length === 0 ? undefined : headersOf(options.header),
    timeoutMs: options.timeout,
    caFile: options.ca,
    receiver: Object.values(receiver).some((value) => value !== undefined) ? receiver : undefined,
    fixtures: options.fixture.length === 0 ? undefined : fixturesOf(options.fixture),
  };
  // Files have been checked under their own names, and their variables replaced.
  return {
    ...checked(said, "the options"),
    ...(options.bodies === undefined ? {} : { bodies: await bodiesIn(options.bodies) }),
    ...(options.waivers === undefined ? {} : { waivers: await waiversIn(options.waivers) }),
  };
}

/** Options win over the file; headers, fixtures and the receiver are merged, and an option's entry wins. */
export function joinConfigs(file: PlimsollConfig, options: PlimsollConfig): PlimsollConfig {
  const extraHeaders = { ...file.extraHeaders, ...options.extraHeaders };
  return {
    ...file,
    ...options,
    extraHeaders,
    receiver: { ...file.receiver, ...options.receiver },
    ...(typeof file.fixtures === "object" && typeof options.fixtures === "object"
      ? { fixtures: { ...file.fixtures, ...options.fixtures } }
      : {}),
  };
}

function headersOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([^:]+):\s*(.*)$/s.exec(line) ?? [];
      if (name === undefined || value === undefined) {
        throw new UsageError('--header must look like "Name: value".');
      }
      return [name, value];
    }),
  );
}

function fixturesOf(texts: readonly string[]): PlimsollConfig["fixtures"] {
  const ALL = "all";
  const fixtures: Record<string, string[]> = {};
  for (const text of texts.filter((each) => each !== ALL)) {
    const [, kind, ids] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (kind === undefined || ids === undefined) {
      throw new UsageError("--fixture must look like warehouse=se-1001,se-1002, or be all.");
    }
    if (ids === ALL)
      throw new UsageError(`--fixture ${kind}=all: name ids, or give --fixture all for everything.`);
    fixtures[kind] = [...(fixtures[kind] ?? []), ...ids.split(",")];
  }
  return texts.includes(ALL) ? { ...fixtures, all: true } : fixtures;
}

async function bodiesIn(file: string): Promise<NonNullable<PlimsollConfig["bodies"]>> {
  const name = `--bodies ${file}`;
  const { bodies = {} } = checked({ bodies: await readData(file, name) }, name);
  if (Object.keys(bodies).length > 0) return bodies;
  throw new UsageError(`${name}: it holds no body; it names operations, each with its body.`);
}

/** A waivers file is the list itself, or has it under the configuration's key. */
async function waiversIn(file: string): Promise<NonNullable<PlimsollConfig["waivers"]>> {
  const name = `--waivers ${file}`;
  const value = await readData(file, name);
  const list = isObject(value) && "waivers" in value ? value.waivers : value;
  return checked({ waivers: list }, name).waivers ?? [];
}
