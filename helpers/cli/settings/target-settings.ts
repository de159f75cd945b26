import type { RuleId } from "../../contract/generated/types.js";
import { matchRules, rules } from "../../contract/rules.js";
import { generationsIn, inScope } from "../../contract/scope.js";
import { placeholders } from "../../target/recordings/recording.js";
import { MIN_SEARCHED } from "../../target/secrets/secret-search.js";
import { type PlimsollConfig, settingsFrom } from "../../target/settings/config.js";
import { defaultSettings, isLoopback, parseBaseUrl, type Settings } from "../../target/settings/settings.js";
import { tellUser, UsageError } from "../mistakes/errors.js";
import { throwUnlessCertificates } from "../mistakes/files.js";
import { addressOf } from "./address.js";
import { loadConfig } from "./config.js";
import { configFromOptions, joinConfigs } from "./option-config.js";
import type { TargetOptions } from "./options.js";

/** Options and configuration file together, and the address that they give. */
export interface Chosen {
  readonly config: PlimsollConfig;
  /** Null for the embedded reference. */
  readonly url: string | null;
}

/**
 * Reads options and configuration. The address is the argument, otherwise PLIMSOLL_URL, otherwise the file's.
 * @throws UsageError with one line for the first mistake
 */
export async function choose(url: string | null, options: TargetOptions): Promise<Chosen> {
  throwIfNothingMatches("--only", options.only);
  throwIfNothingMatches("--skip", options.skip);
  const file = await loadConfig(options.config);
  const config = joinConfigs(file, await configFromOptions(options));
  throwIfNothingIsLeft(config, options);
  const address = addressOf(url) ?? config.url ?? null;
  return { config, url: address === null ? null : baseUrl(address) };
}

/**
 * The settings of a run: options and configuration over the defaults, without generations younger than the edition.
 * @throws UsageError if no generation is left
 */
export function chosenSettings(config: PlimsollConfig, options: TargetOptions, defaults: Settings): Settings {
  const keyInQuery = defaults.keyInQuery || options.only.includes(KEY_IN_QUERY);
  const settings = settingsFrom(config, defaults);
  const generations = generationsIn(settings);
  if (generations.length === 0)
    throw new UsageError(
      `the edition ${settings.edition} has no ${settings.generations.join(" and ")}; it is older than all of it.`,
    );
  return { ...settings, generations, only: options.only, skip: options.skip, keyInQuery };
}

/** The key is tried in the query only if this rule is named itself, not by a glob. */
const KEY_IN_QUERY: RuleId = "auth.key.query-not-accepted";

/**
 * The settings of a run against a named target.
 * @throws UsageError if the API key is missing, or the file of trusted certificates is invalid
 */
export function foreignSettings(url: string, config: PlimsollConfig, options: TargetOptions): Settings {
  const settings = plannedSettings(url, config, options);
  throwUnlessCertificates(settings.caFile);
  const spentKeys = Object.fromEntries(
    Object.entries(config.keys ?? {}).map(([became, variable]) => [
      became,
      keyIn(variable, url, `keys.${became} in the configuration`),
    ]),
  );
  return { ...settings, apiKey: keyIn(settings.keyEnv, url), spentKeys };
}

/** The same without the key, for a run that is only planned. */
export function plannedSettings(url: string, config: PlimsollConfig, options: TargetOptions): Settings {
  const settings = chosenSettings(config, options, defaultSettings(url));
  return { ...settings, spentKeys: placeholders(config.keys ?? {}), fixturesAll: allAreFixtures(settings) };
}

/**
 * On this machine, asking for fixtures without naming any means all that the mock holds. A store is not changed, but
 * named in what the run creates.
 */
function allAreFixtures({ fixturesAll, fixtures, writes, url }: Settings): boolean {
  return (
    fixturesAll ||
    (writes === "fixtures" && isLoopback(url) && Object.keys(fixtures).every((kind) => kind === "store"))
  );
}

/**
 * The key for a target.
 * @param namedBy what names the variable
 * @throws UsageError if the variable holds no key, one that no header can carry, or one too short to be hidden
 */
export function keyIn(keyEnv: string, url: string, namedBy = "--key-env"): string {
  const apiKey = process.env[keyEnv];
  if (apiKey === undefined || apiKey === "")
    throw new UsageError(`no API key: set ${keyEnv}, or name another variable with ${namedBy}.`);
  throwUnlessFitsHeader(apiKey, keyEnv);
  throwUnlessHideable(apiKey, keyEnv, url);
  return apiKey;
}

/** On this machine a short key is a toy, so a warning is enough. @throws UsageError elsewhere */
function throwUnlessHideable(apiKey: string, keyEnv: string, url: string): void {
  if (apiKey.length >= MIN_SEARCHED) return;
  const why = `the API key in ${keyEnv} has fewer than ${MIN_SEARCHED} characters, so it cannot be told from ordinary text and hidden where the target sends it back`;
  if (!isLoopback(url)) throw new UsageError(`${why}; ask for a longer one where keys are issued.`);
  tellUser(`${why}; anybody who reads the reports may see it.`);
}

/** @throws UsageError that names the variable and shows nothing of the key */
export function throwUnlessFitsHeader(apiKey: string, keyEnv: string): void {
  if (/^[!-~]([ -~]*[!-~])?$/.test(apiKey)) return;
  throw new UsageError(
    apiKey.trim() === apiKey
      ? `the API key in ${keyEnv} holds characters that a header cannot carry: a line break, or one outside ASCII.`
      : `the API key in ${keyEnv} begins or ends with white space, which a header cannot carry; remove it.`,
  );
}

/** @throws UsageError if it is not the address of a target */
export function baseUrl(address: string): string {
  try {
    return parseBaseUrl(address);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

/** @throws UsageError if what is asked for holds no rule */
function throwIfNothingIsLeft(config: PlimsollConfig, options: TargetOptions): void {
  const scope = chosenSettings(config, options, defaultSettings("http://localhost"));
  if (rules.some((rule) => inScope(rule, scope))) return;
  const { only, skip, generations, edition } = scope;
  const asked = [
    ...only.map((glob) => `--only ${glob}`),
    ...skip.map((glob) => `--skip ${glob}`),
    ...(config.generations === undefined ? [] : [`--generation ${generations.join(",")}`]),
    ...(edition === null ? [] : [`--edition ${edition}`]),
  ];
  throw new UsageError(`nothing is left to judge with ${asked.join(" ")}.`);
}

/** @throws UsageError if a glob matches no rule, with the nearest one */
function throwIfNothingMatches(option: string, globs: readonly string[]): void {
  for (const glob of globs) {
    const { matched, nearest } = matchRules(glob);
    if (matched.length > 0) continue;
    const below = matchRules(`${glob}.*`).matched.length > 0 ? `${glob}.*` : nearest;
    const guess = below === null ? "." : `; did you mean ${below}?`;
    throw new UsageError(`${option} ${glob} matches no rule${guess} plimsoll rules lists all.`);
  }
}
