import type { ErrorObject } from "ajv/dist/2020.js";
import { compiledSchema, schemaById } from "../../contract/compile.js";
import type { Configuration } from "../../contract/generated/types.js";
import { isObject } from "../../contract/json.js";
import { nearWords } from "../../contract/nearest.js";
import { findOperation, operations } from "../../contract/operations.js";
import { rules } from "../../contract/rules.js";
import { sentence } from "../../contract/text.js";
import { below, ConfigurationError } from "./configuration-error.js";
import { type Environment, withEnvironmentValues } from "./environment-values.js";
import { FIXTURE_KINDS } from "./fixture-kinds.js";
import { NAMED_ALIKE } from "./named-alike.js";
import type { Provision, ProvisionHook } from "./provision-hook.js";
import type { Settings } from "./settings.js";

/** A configuration in TypeScript or JavaScript, which can also contain functions. */
export interface PlimsollConfig extends Configuration {
  readonly provision?: Provision;
}

const SCHEMA = "config/config";
/** The one key that the schema cannot describe, because it contains functions. */
const PROVISION_KEY = "provision";

/** Returns the configuration unchanged; it tells editors the type. */
export function defineConfig(config: PlimsollConfig): PlimsollConfig {
  return config;
}

/**
 * Checks a configuration that was parsed from a file.
 * @param name the file's name in errors
 * @param environment values for `${NAME}`, outside waivers; `$${NAME}` stays as `${NAME}`
 * @throws ConfigurationError for the first mistake
 */
export function readConfiguration(value: unknown, name: string, environment: Environment): PlimsollConfig {
  try {
    return checkedConfiguration(value, environment);
  } catch (error) {
    if (error instanceof ConfigurationError) throw new ConfigurationError(`${name}: ${error.message}`);
    throw error;
  }
}

function checkedConfiguration(value: unknown, environment: Environment): PlimsollConfig {
  if (!isObject(value)) throw new ConfigurationError("must hold keys and values.");
  const { [PROVISION_KEY]: hooks, ...rest } = value;
  const config = withEnvironmentValues(rest, environment);
  if (!isConfiguration(config)) throw new ConfigurationError(wrongIn(config));
  throwForNamesOutsideOfContract(config);
  throwForUnknownFixtures(config);
  throwForHeadersOfTheClient(config);
  return hooks === undefined ? config : { ...config, provision: readHooks(hooks) };
}

/** The default settings with those of a configuration. */
export function settingsFrom(config: Configuration, defaults: Settings): Settings {
  const { fixtures = defaults.fixturesAll ? "all" : {}, receiver, out } = config;
  const named = AS_SETTINGS.filter((name) => config[name] !== undefined);
  return {
    ...defaults,
    ...picked(config, named),
    receiverUrl: receiver?.url?.replace(/\/+$/, "") ?? defaults.receiverUrl,
    receiverPort: receiver?.port ?? defaults.receiverPort,
    fixturesAll: fixtures === "all" || fixtures.all === true,
    fixtures: fixtures === "all" ? {} : namedIn(fixtures),
    outDir: out ?? defaults.outDir,
  };
}

/** The ids that a configuration names, by kind. */
function namedIn(fixtures: Exclude<Configuration["fixtures"], "all" | undefined>): Settings["fixtures"] {
  return Object.fromEntries(
    Object.entries(fixtures).flatMap(([kind, ids]) => (Array.isArray(ids) ? [[kind, ids]] : [])),
  );
}

/** Keys of the configuration with the same name and form as a setting. */
const AS_SETTINGS = [
  ...NAMED_ALIKE,
  "generations",
  "extraHeaders",
  "timeoutMs",
  "caFile",
  "bodies",
] as const satisfies readonly (keyof Configuration & keyof Settings)[];

/** Some members of an object. */
export function picked<T extends object, K extends keyof T>(
  from: T,
  names: readonly K[],
): Partial<Pick<T, K>> {
  const some: Partial<Pick<T, K>> = {};
  for (const name of names) some[name] = from[name];
  return some;
}

function isConfiguration(value: unknown): value is Configuration {
  return compiledSchema(SCHEMA)(value);
}

/** The first mistake in words; never repeats a value, which may be a secret. */
function wrongIn(value: unknown): string {
  compiledSchema(SCHEMA)(value);
  const errors = compiledSchema(SCHEMA).errors ?? [];
  const [error] = errors.toSorted((one, other) => weight(other) - weight(one));
  return error === undefined ? "cannot be used." : inWords(error);
}

/** The deepest error says most; at equal depth first a wrong name, then that no alternative fits. */
function weight({ keyword, instancePath }: ErrorObject): number {
  const depth = instancePath.split("/").length * 10;
  if (keyword === "propertyNames") return depth + 2;
  return depth + (keyword === "anyOf" ? 1 : 0);
}

function inWords({ keyword, instancePath, params, parentSchema, data }: ErrorObject): string {
  const key = instancePath.split("/").slice(1).reduce(below, "");
  const name = key === "" ? "the file" : key;
  switch (keyword) {
    case "additionalProperties":
      return unknownKey(below(key, String(params.additionalProperty)), parentSchema);
    case "required":
      return `${below(key, String(params.missingProperty))} is missing.`;
    case "type": {
      const quote = params.type === "string" && /^(number|boolean)$/.test(typeof data);
      return `${name} must be ${kindOf(params.type)}${quote ? "; write it in quotes" : ""}.`;
    }
    case "anyOf":
      return `${name} must be all, or lists of ids by kind.`;
    case "enum":
      return `${name} must be ${orList(params.allowedValues)}.`;
    case "minimum":
    case "maximum":
      return `${name} must be ${range(parentSchema)}.`;
    case "pattern":
    case "format":
      return `${name} must look like ${example(parentSchema)}.`;
    case "minItems":
    case "minLength":
      return `${name} must not be empty.`;
    case "uniqueItems":
      return `${name} must not name anything twice.`;
    default:
      return `${name} holds a name that cannot be used: ${String(params.propertyName ?? "")}.`;
  }
}

function unknownKey(key: string, schema: ErrorObject["parentSchema"]): string {
  if (/^(api[-_]?)?key$/i.test(key)) {
    return `${key} is not allowed: the API key is read from the environment variable that keyEnv names.`;
  }
  const names = Object.keys(isObject(schema?.properties) ? schema.properties : {});
  const own = schemaById(SCHEMA);
  const top = isObject(own) && schema?.title === own.title;
  const last = key.split(".").at(-1) ?? key;
  const known = top ? [...names.filter((name) => name !== "$schema"), PROVISION_KEY] : names;
  return `${key} is not a key${sentence(nearWords(last, known))}`;
}

function kindOf(type: unknown): string {
  const kinds: Readonly<Record<string, string>> = {
    string: "text",
    integer: "a whole number",
    boolean: "true or false",
    array: "a list",
    object: "keys and values",
  };
  return kinds[String(type)] ?? String(type);
}

function orList(values: unknown): string {
  const names = Array.isArray(values) ? values.map(String) : [];
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;
}

function range(schema: ErrorObject["parentSchema"]): string {
  const { minimum, maximum } = schema ?? {};
  return maximum === undefined
    ? `a whole number of at least ${String(minimum)}`
    : `a whole number from ${String(minimum)} to ${String(maximum)}`;
}

function example(schema: ErrorObject["parentSchema"]): string {
  const examples: unknown = schema?.examples;
  return Array.isArray(examples) ? String(examples[0]) : String(schema?.pattern ?? schema?.format);
}

/** Rejects fixture kinds that no check uses, and stores that no store_id can name. */
function throwForUnknownFixtures({ fixtures }: Configuration): void {
  if (fixtures === undefined || fixtures === "all") return;
  const named = namedIn(fixtures);
  const { store = [] } = named;
  if (!store.every((id) => /^\d+$/.test(id)))
    throw new ConfigurationError("a fixture of the kind store must be a whole number, as store_id is.");
  const stranger = Object.keys(named).find((kind) => !FIXTURE_KINDS.includes(kind));
  if (stranger === undefined) return;
  const guess = nearWords(stranger, FIXTURE_KINDS);
  throw new ConfigurationError(
    `${stranger} is not a kind of fixture${guess === "" ? `; there are ${FIXTURE_KINDS.join(", ")}.` : guess}`,
  );
}

/** Rejects names that the contract does not have. */
function throwForNamesOutsideOfContract(config: Configuration): void {
  const operationIds = operations.map(({ id }) => id);
  const ruleIds = rules.map(({ id }) => id);
  const knownOperation = (at: string, id: string) => {
    if (findOperation(id) === null)
      throw new ConfigurationError(`${at} is not an operation${sentence(nearWords(id, operationIds))}`);
  };
  for (const id of Object.keys(config.bodies ?? {})) knownOperation(`bodies.${id}`, id);
  for (const [at, { rule, operation }] of (config.waivers ?? []).entries()) {
    if (!ruleIds.some((id) => id === rule)) {
      throw new ConfigurationError(
        `waivers[${at}].rule: ${rule} is not a rule${sentence(nearWords(rule, ruleIds))}`,
      );
    }
    if (operation !== undefined) knownOperation(`waivers[${at}].operation`, operation);
  }
}

/** Headers that the client or a check sets, or that would bypass keyEnv with a key in the configuration. */
const CLIENT_HEADERS =
  /^(api-key|accept|accept-encoding|content-type|content-length|transfer-encoding|connection|keep-alive|upgrade|expect)$/i;

function throwForHeadersOfTheClient({ extraHeaders = {} }: Configuration): void {
  const own = Object.keys(extraHeaders).find((name) => CLIENT_HEADERS.test(name));
  if (own === undefined) return;
  const hint = /^api-key$/i.test(own) ? "; keyEnv names the variable with the key" : "";
  throw new ConfigurationError(`extraHeaders.${own} is a header that the client sets itself${hint}.`);
}

function readHooks(value: unknown): Provision {
  if (!isObject(value))
    throw new ConfigurationError(`${PROVISION_KEY} must hold a hook for each kind of fixture.`);
  const hooks: Record<string, ProvisionHook> = {};
  for (const [kind, hook] of Object.entries(value)) {
    if (!isHook(hook))
      throw new ConfigurationError(`${PROVISION_KEY}.${kind} must have the functions create and remove.`);
    hooks[kind] = hook;
  }
  return hooks;
}

function isHook(value: unknown): value is ProvisionHook {
  return isObject(value) && typeof value.create === "function" && typeof value.remove === "function";
}
