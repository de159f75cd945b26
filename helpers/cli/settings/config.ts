import { existsSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { hasMembers, isObject } from "../../contract/json.js";
import { sentence } from "../../contract/text.js";
import { type PlimsollConfig, readConfiguration } from "../../target/settings/config.js";
import { ConfigurationError } from "../../target/settings/configuration-error.js";
import { USUAL } from "../../target/settings/settings.js";
import { firstLineOf, UsageError } from "../mistakes/errors.js";
import { fileTrouble } from "../mistakes/system-errors.js";

/** File names of a configuration in the working directory. */
export const CONFIG_NAMES = ["ts", "js", "mjs", "json", "yaml", "yml"].map(
  (ending) => `plimsoll.config.${ending}`,
);

/**
 * Loads the configuration of the working directory, or the named one. Its paths are relative to it.
 * @param named file, false for none, undefined to look for one
 * @throws UsageError with one line that names the file and the key
 */
export async function loadConfig(named: string | false | undefined): Promise<PlimsollConfig> {
  const file = named === undefined ? findConfig() : named;
  if (file === null || file === false) return {};
  if (!existsSync(file)) throw new UsageError(`${file}: there is no such file.`);
  const config = checked(await parsed(resolve(file)), basename(file));
  const beside = (path: string) => resolve(dirname(file), path);
  return {
    ...config,
    ...(config.caFile === undefined ? {} : { caFile: beside(config.caFile) }),
    ...(config.out === undefined ? {} : { out: beside(config.out) }),
  };
}

/**
 * The folder that holds the last run's reports: the named one, otherwise that of the configuration.
 * @throws UsageError if the configuration is wrong
 */
export async function reportFolder(named: string | undefined): Promise<string> {
  return named ?? (await loadConfig(undefined)).out ?? USUAL.outDir;
}

/**
 * Reads a YAML or JSON file.
 * @param name what it is called in errors
 * @throws UsageError with one line that names the file
 */
export async function readData(file: string, name = basename(file)): Promise<unknown> {
  // Loaded only here: most runs have no file to read.
  const { parse } = await import("yaml");
  try {
    // JSON is YAML; an empty file is an empty configuration.
    return parse(readFileSync(file, "utf8"), { logLevel: "error" }) ?? {};
  } catch (error) {
    throw unreadable(name, error);
  }
}

/** Checks a configuration in whatever format. @throws UsageError with one line that names the file and the key */
export function checked(value: unknown, name: string): PlimsollConfig {
  try {
    return readConfiguration(value, name, process.env);
  } catch (error) {
    if (error instanceof ConfigurationError) throw new UsageError(error.message);
    throw error;
  }
}

function findConfig(): string | null {
  const [file, other] = CONFIG_NAMES.filter((name) => existsSync(name));
  if (other !== undefined) {
    throw new UsageError(`${file} and ${other} are both here; keep one, or name one with --config.`);
  }
  return file ?? null;
}

async function parsed(file: string): Promise<unknown> {
  const ending = extname(file);
  if (/^\.(ya?ml|json)$/.test(ending) || statSync(file).isDirectory()) return readData(file);
  if (!/^\.([cm]?js|m?ts)$/.test(ending))
    throw new UsageError(`${basename(file)} is no configuration: it must end in .yaml, .json, .js or .ts.`);
  try {
    return defaultOf(
      /^\.m?ts$/.test(ending) ? await importTypeScript(file) : await import(pathToFileURL(file).href),
    );
  } catch (error) {
    throw unreadable(basename(file), error);
  }
}

/** Node 20 cannot import TypeScript, but vitest's bundler can. It also resolves "plimsoll" itself. */
async function importTypeScript(file: string): Promise<unknown> {
  const { createViteServer } = await import("vitest/node");
  const index = fileURLToPath(new URL(`../../index${extname(import.meta.url)}`, import.meta.url));
  const server = await createViteServer({
    configFile: false,
    root: dirname(file),
    cacheDir: join(tmpdir(), `plimsoll-${process.pid}`),
    logLevel: "silent",
    appType: "custom",
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    resolve: { alias: { plimsoll: index } },
  });
  try {
    return await server.ssrLoadModule(file);
  } finally {
    await server.close();
  }
}

function defaultOf(module: unknown): unknown {
  if (hasMembers(module) && "default" in module) return module.default;
  throw new Error("it has no default export.");
}

function unreadable(name: string, error: unknown): UsageError {
  const why = fileTrouble(error) ?? mistakeOf(error) ?? firstLineOf(error);
  return new UsageError(sentence(`${name} cannot be read: ${why}`));
}

/** Line and reason of a mistake that the bundler found; null for any other error. */
function mistakeOf(error: unknown): string | null {
  const [first]: unknown[] = isObject(error) && Array.isArray(error.errors) ? error.errors : [];
  if (!isObject(first) || !isObject(first.loc)) return null;
  const reason = stripVTControlCharacters(firstLineOf(first)).replace(/^\[\w+\] /, "");
  return `line ${first.loc.line}: ${reason}`;
}
