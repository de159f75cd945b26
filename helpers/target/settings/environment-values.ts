import { isObject } from "../../contract/json.js";
import { below, ConfigurationError } from "./configuration-error.js";

/** Values of variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a value stands in a configuration. */
interface Place {
  /** Its path. */
  readonly at: string;
  /** The values that it is a part of. */
  readonly within: readonly unknown[];
}

/** Waivers quote what targets answered, and reports show them: nothing of the environment may come in. */
const AS_WRITTEN = /^waivers\b/;

/**
 * A copy of plain data with environment values in place of `${NAME}`; waivers stay as they are.
 * @throws ConfigurationError for a variable that is not set, and for what is no plain data
 */
export function withEnvironmentValues(value: unknown, environment: Environment): unknown {
  return copied(value, { at: "", within: [] }, environment);
}

function copied(value: unknown, { at, within }: Place, environment: Environment): unknown {
  if (typeof value === "string") return AS_WRITTEN.test(at) ? value : substituted(value, at, environment);
  if (typeof value === "function" || typeof value === "bigint")
    throw new ConfigurationError(`${at} must be plain data, not a ${typeof value}.`);
  if (within.includes(value))
    throw new ConfigurationError(`${at} must be plain data, which does not contain itself.`);
  const member = (key: string, inner: unknown) =>
    copied(inner, { at: below(at, key), within: [...within, value] }, environment);
  if (Array.isArray(value)) return value.map((item: unknown, index) => member(String(index), item));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.map(([key, inner]) => [key, member(key, inner)]));
}

function substituted(text: string, at: string, environment: Environment): string {
  return text.replace(/\$(\$?)\{([A-Za-z_]\w*)\}/g, (whole, escaped: string, name: string) => {
    if (escaped !== "") return whole.slice(1);
    const found = environment[name];
    if (found !== undefined) return found;
    throw new ConfigurationError(`${at} needs the environment variable ${name}, which is not set.`);
  });
}
