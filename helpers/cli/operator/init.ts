import { existsSync, writeFileSync } from "node:fs";
import { oneLine } from "../../../reports/text.js";
import { defaultSettings, type Settings, USUAL } from "../../target/settings/settings.js";
import { UsageError } from "../mistakes/errors.js";
import { throwUnlessCertificates } from "../mistakes/files.js";
import { reach } from "../run/reach.js";
import { CONFIG_NAMES } from "../settings/config.js";
import { baseUrl, keyIn } from "../settings/target-settings.js";
import { type Survey, survey } from "./survey.js";

export interface InitOptions {
  readonly keyEnv?: string;
  readonly ca?: string;
  readonly sellerId?: string;
  readonly timeout?: number;
  readonly force?: boolean;
}

const FILE = "plimsoll.config.yaml";

/**
 * `plimsoll init`: writes a commented configuration into this folder. With an address, it looks at the target first,
 * with a few GETs.
 * @throws UsageError if a file would be overwritten, the key is missing, or nobody answers
 */
export async function init(
  url: string | null,
  { keyEnv = USUAL.keyEnv, ca, sellerId, timeout, force }: InitOptions,
): Promise<void> {
  const other = CONFIG_NAMES.find((name) => name !== FILE && existsSync(name));
  if (other !== undefined)
    throw new UsageError(
      `${other} is already here, and a run reads one configuration; rename or remove it first.`,
    );
  if (existsSync(FILE) && !force) throw new UsageError(`${FILE} is already there; --force overwrites it.`);
  const address = url === null ? null : baseUrl(url);
  const given = {
    keyEnv,
    caFile: ca ?? null,
    sellerId: sellerId ?? null,
    timeoutMs: timeout ?? USUAL.timeoutMs,
  };
  const seen = address === null ? null : await look(address, given);
  writeFileSync(FILE, configText({ ...given, address, seen }));
  process.stdout.write(`${[...(seen === null ? [] : summary(seen)), `Wrote ${FILE}.`].join("\n")}\n`);
}

type Given = Pick<Settings, "keyEnv" | "caFile" | "sellerId" | "timeoutMs">;

async function look(address: string, given: Given): Promise<Survey> {
  throwUnlessCertificates(given.caFile);
  const settings = { ...defaultSettings(address), ...given, apiKey: keyIn(given.keyEnv, address) };
  await reach(settings);
  return survey(settings);
}

function summary({ generations, lists, loopback }: Survey): string[] {
  const answering = generations.length === 0 ? "No list of either generation" : generations.join(" and ");
  return [
    `${answering} answered${loopback ? ", on this machine" : ""}.`,
    ...Object.entries(lists).map(([name, size]) => `  ${name.padEnd(24)}${size ?? "answered"}`),
  ];
}

interface Known extends Given {
  readonly address: string | null;
  readonly seen: Survey | null;
}

function configText({ address, keyEnv, caFile, sellerId, timeoutMs, seen }: Known): string {
  const generations = seen === null || seen.generations.length === 0 ? ["v1", "v2"] : seen.generations;
  const header = seen?.requestIdHeader ?? null;
  return `# yaml-language-server: $schema=./node_modules/plimsoll/schemas/config/config.schema.json
# Settings of \`plimsoll run\`. Options of the command line win over this file.
# Text values may hold \${NAME}, which stands for an environment variable.

# Address of the target, without /v1 or /v2.
${address === null ? "# url: https://staging.example.com" : `url: ${quoted(address)}`}

# Environment variable that holds the API key. The key itself never stands in a file.
keyEnv: ${keyEnv}
# Variables that hold expired or deactivated keys, which have to be refused.
# keys: { expired: PLIMSOLL_EXPIRED_KEY, deactivated: PLIMSOLL_DEACTIVATED_KEY }

# Generations that the target offers, and the month up to which additions of v2 are due.
generations: [${generations.join(", ")}]
# edition: "2026-03"

# Name of the header with the request id${header === null ? "." : "; the documented one was not among the answer's headers."}
${header === null ? "# requestIdHeader: X-Service-RequestID" : `requestIdHeader: ${quoted(header)}`}
# Value of error_source for the service itself; without it, it is learnt.
# serviceName: shipping

# Sent with every request to the target's own address; values are treated as secrets.
# extraHeaders:
#   X-Environment: \${STAGING_TOKEN}
${sellerId === null ? '# sellerId: "1234"' : `sellerId: ${quoted(sellerId)}`}
${caFile === null ? "# caFile: staging-ca.pem" : `caFile: ${quoted(caFile)}`}

# How much to ask (quick, standard, thorough), and how politely.
effort: standard
# seed: 1
# rps: 20
concurrency: 8
timeoutMs: ${timeoutMs}
# budget: 800

# What may be changed: none; own, what the run makes itself and removes again; fixtures, also what is named below.
${seen?.loopback === true ? "# On this machine the default is own." : "# Away from this machine the default is none."}
# writes: own

# Ids that may be changed where writes is fixtures, by kind and state; or all. Archived batches and voided
# labels stay so; a warehouse that was rewritten is put back.
${fixtureLines(seen?.fixtures ?? {})}

# Where the target delivers events to. On this machine nothing need be said.
# receiver:
#   url: https://tunnel.example.com
#   port: 8080
# Path of the target that completes an adjustment report when it is posted to.
# reportTrigger: /testing/complete-report

# Bodies for operations whose payload the contract does not show, by operationId.
# bodies:
#   v2CreatePurchaseOrder: { warehouse_id: se-1001 }

# A broken recommended rule fails too; a required rule that could not be judged fails too.
# strict: true
# complete: true

# Known breaches that do not fail a run until a day: plimsoll waive compliance.json writes the first list.
# waivers:
#   - rule: labels.slice.desc
#     operation: v1ListLabels
#     reason: Fixed in the next release.
#     expires: "2026-12-31"
`;
}

/** What was seen, as comments: a person must say what may be changed. */
function fixtureLines(fixtures: Survey["fixtures"]): string {
  const entries = Object.entries(fixtures);
  if (entries.length === 0) {
    return ["# fixtures:", "#   warehouse: [se-1001]", '#   "purchase_order:draft": [se-2001]'].join("\n");
  }
  return [
    "# Seen on the target; uncomment those that nobody needs:",
    "# fixtures:",
    ...entries.map(([kind, ids]) => `#   ${quoted(kind)}: [${ids.map(quoted).join(", ")}]`),
  ].join("\n");
}

function quoted(text: string): string {
  return JSON.stringify(oneLine(text, 200));
}
