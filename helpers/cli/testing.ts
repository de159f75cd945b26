import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { createReferenceService, type ReferenceOptions } from "../reference/service.js";

/** The built command line; `npm test` builds before it tests. */
const CLI = fileURLToPath(new URL("../../dist/helpers/cli/main.js", import.meta.url));

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A new empty folder, removed after all tests. */
export function emptyFolder(): string {
  return mkdtempSync(join(inject("testFolder"), "cli-"));
}

/**
 * Runs `plimsoll` as a separate process.
 * @param apiKey null to set none
 * @param folder working directory; a new empty one by default
 */
export async function plimsoll(
  args: readonly string[],
  apiKey: string | null = null,
  folder = emptyFolder(),
  variables: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = start(args, apiKey, folder, variables);
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (text) => {
    output.stdout += String(text);
  });
  child.stderr?.on("data", (text) => {
    output.stderr += String(text);
  });
  const [code] = await once(child, "close");
  return { code: typeof code === "number" ? code : null, ...output };
}

/** Runs the reference service, with these faults, in this process while `use` runs with its address. */
export async function whileAnswering(
  faults: readonly string[],
  apiKey: string,
  use: (url: string) => Promise<void>,
  options: ReferenceOptions = {},
): Promise<void> {
  const service = createReferenceService({ ...options, apiKey, faults });
  try {
    await use(await service.listen());
  } finally {
    await service.close();
  }
}

/**
 * Runs `plimsoll serve` while `use` runs with its address. A separate process takes half a second: use `whileAnswering`
 * in tests that are not about the command's options.
 */
export async function whileServing(
  args: readonly string[],
  apiKey: string,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const child = start(["serve", "--port", "0", ...args], apiKey);
  try {
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout?.once("data", (text) => resolve(String(text).trim()));
      child.once("close", () => reject(new Error("plimsoll serve ended early")));
    });
    await use(url);
  } finally {
    child.kill();
    await once(child, "close");
  }
}

/** Starts `plimsoll` as a separate process. @param stdout an open file to write to, if not a pipe */
export function start(
  args: readonly string[],
  apiKey: string | null,
  folder = emptyFolder(),
  variables: Readonly<Record<string, string>> = {},
  stdout: number | "pipe" = "pipe",
): ChildProcess {
  const { PLIMSOLL_API_KEY: _key, PLIMSOLL_URL: _url, ...rest } = process.env;
  const env = {
    ...rest,
    ...variables,
    NO_COLOR: "1",
    ...(apiKey === null ? {} : { PLIMSOLL_API_KEY: apiKey }),
  };
  return spawn(process.execPath, [CLI, ...args], {
    cwd: folder,
    env,
    stdio: ["ignore", stdout, "pipe"],
  });
}

/** The statuses that Allure shows for the checks of each rule. */
export function shownInAllure(out: string): Map<string, Set<string>> {
  const folder = join(out, "allure-results");
  const shown = new Map<string, Set<string>>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith("-result.json"))) {
    const { status, labels } = JSON.parse(readFileSync(join(folder, name), "utf8"));
    const rule = labels.find((label: { name: string }) => label.name === "story").value;
    shown.set(rule, (shown.get(rule) ?? new Set()).add(status));
  }
  return shown;
}
