import { randomUUID } from "node:crypto";
import type { Generation } from "../../contract/model.js";
import { urlOf } from "../../contract/url.js";
import type { Option } from "../../wire/outcome.js";

/**
 * The settings of a run: where the target is and how to treat it. Plain data, so that it passes through
 * `structuredClone` into workers.
 */

/** How much a run asks of the target, from least to most. */
export const EFFORTS = ["quick", "standard", "thorough"] as const;
export type Effort = (typeof EFFORTS)[number];
/** The option for the next higher effort, if there is one. */
export const MORE_EFFORT: Readonly<Record<Effort, readonly Option[]>> = {
  quick: ["--effort standard"],
  standard: ["--effort thorough"],
  thorough: [],
};
/** What a run may change: nothing, only what it created itself, or also the fixtures named for it. */
export type Writes = "none" | "own" | "fixtures";

/** The part of a run that this machine does. */
export interface Shard {
  /** From 1 to `count`. */
  readonly index: number;
  readonly count: number;
}

export interface Settings {
  /** Base address without trailing slash, as `parseBaseUrl` returns it. */
  readonly url: string;
  /** The secret API key; null when the target is called without one. */
  readonly apiKey: string | null;
  /** True if the key may be sent in a query, which logs may store. */
  readonly keyInQuery: boolean;
  /** Name of the environment variable that held the key; shown in hints, never its value. */
  readonly keyEnv: string;
  /** Keys that were valid once, by what became of them. */
  readonly spentKeys: SpentKeys;
  /** Generations that the target is declared to offer. */
  readonly generations: readonly Generation[];
  /** Month (YYYY-MM) up to which additions to v2 are due; null for all. */
  readonly edition: string | null;
  /** Name of the header with the request id. */
  readonly requestIdHeader: string;
  /** The service's own value of `error_source`; null if it must be learnt. */
  readonly serviceName: string | null;
  /** Value of the `SELLER-ID` header; null when none is sent. */
  readonly sellerId: string | null;
  /** Headers added to every request to the target's own origin; treated as secrets. */
  readonly extraHeaders: Readonly<Record<string, string>>;
  readonly effort: Effort;
  /** Seed of everything that the run draws. */
  readonly seed: number;
  /**
   * Name of this run, random whatever the seed. Everything that the run creates carries it, so that runs do not mistake
   * each other's resources for their own.
   */
  readonly run: string;
  /** Upper bound of requests per second; null for none. */
  readonly rps: number | null;
  /** Upper bound of requests in flight. */
  readonly concurrency: number;
  /** Milliseconds of each attempt, from sending to the end of the body. */
  readonly timeoutMs: number;
  /** Most requests of the whole run, retries included; null for no limit. */
  readonly budget: number | null;
  readonly writes: Writes;
  /** True when everything that the target holds may serve as a fixture. */
  readonly fixturesAll: boolean;
  /** Ids that may serve as fixtures, by kind: "warehouse", "batch:open", "purchase_order:draft". */
  readonly fixtures: Readonly<Record<string, readonly string[]>>;
  /** Bodies for operations whose payload the contract does not show, by operationId. */
  readonly bodies: Readonly<Record<string, unknown>>;
  /**
   * Public address of the event receiver, below which webhooks are registered; null if the target runs on this machine.
   */
  readonly receiverUrl: string | null;
  /** Port of the receiver; 0 picks a free one. */
  readonly receiverPort: number;
  /** Path of the target that completes an adjustment report on POST; null if there is none. */
  readonly reportTrigger: string | null;
  /** Milliseconds to wait for a report that completes by itself; 0 for none. */
  readonly listenMs: number;
  /** PEM file with additional trusted certificates. */
  readonly caFile: string | null;
  /** Upper bound of an answer's body in bytes, before and after decompression. */
  readonly maxBodyBytes: number;
  /** Folder for journal, ledger and reports. */
  readonly outDir: string;
  /** Path of a property's counterexample to replay; null for none. */
  readonly replayPath: string | null;
  /** Globs of rule ids to judge; empty for all. */
  readonly only: readonly string[];
  /** Globs of rule ids to leave out; empty for none. */
  readonly skip: readonly string[];
  /** Number of broken rules after which the run stops; null for no limit. */
  readonly bail: number | null;
  /** The part of the checks to run; null for all. */
  readonly shard: Shard | null;
  /** True when a `should` breach fails the run too. */
  readonly strict: boolean;
  /** True when an inconclusive `must` fails the run too. */
  readonly complete: boolean;
}

/** Characters of a run's name: four bytes in hexadecimal. */
const RUN_LENGTH = 8;

/** What may become of a key that was valid once. */
export const SPENT = ["expired", "deactivated"] as const;
type SpentKeys = Readonly<Partial<Record<(typeof SPENT)[number], string>>>;

/** What holds where nothing else is said, whatever the address. */
export const USUAL = {
  keyEnv: "PLIMSOLL_API_KEY",
  requestIdHeader: "X-Service-RequestID",
  timeoutMs: 10_000,
  outDir: "plimsoll-report",
} as const satisfies Partial<Settings>;

/** The default settings for an address. */
export function defaultSettings(url: string): Settings {
  const base = parseBaseUrl(url);
  return {
    ...USUAL,
    url: base,
    apiKey: null,
    keyInQuery: false,
    spentKeys: {},
    generations: ["v1", "v2"],
    edition: null,
    serviceName: null,
    sellerId: null,
    extraHeaders: {},
    effort: "standard",
    seed: 1,
    run: randomUUID().slice(0, RUN_LENGTH),
    rps: null,
    concurrency: 8,
    budget: null,
    writes: defaultWrites(base),
    fixturesAll: false,
    fixtures: {},
    bodies: {},
    receiverUrl: null,
    receiverPort: 0,
    reportTrigger: null,
    listenMs: 0,
    caFile: null,
    maxBodyBytes: 16 * 1024 * 1024,
    replayPath: null,
    only: [],
    skip: [],
    bail: null,
    shard: null,
    strict: false,
    complete: false,
  };
}

/**
 * Base address in the form that `Settings.url` needs.
 * @throws TypeError that says what is wrong; its text never repeats a user name or password
 */
export function parseBaseUrl(text: string): string {
  // "localhost:3000" would be read as a URL of the protocol localhost.
  if (!text.includes("://") && urlOf(`http://${text}`) !== null)
    throw new TypeError(`The target address lacks its beginning: https://${text} or http://${text}.`);
  const url = urlOf(text);
  if (url === null) throw new TypeError("The target address is not a URL such as https://host/path.");
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new TypeError(`The target address must begin with https:// or http://, not ${url.protocol}//.`);
  if (url.username !== "" || url.password !== "")
    throw new TypeError("The target address must not carry a user name or password; use a header instead.");
  if (url.search !== "" || url.hash !== "")
    throw new TypeError("The target address must not carry a query or a fragment.");
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** What a run may change by default: its own resources on this machine, nothing elsewhere. */
export function defaultWrites(url: string): Writes {
  return isLoopback(url) ? "own" : "none";
}

/** True if the address can only lead to this machine. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
