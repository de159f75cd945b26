import { join } from "node:path";
import { WIDTH } from "../../../reports/console-lines.js";
import { jsonText, oneLine, wrap } from "../../../reports/text.js";
import { runChecks } from "../../engine/vitest/start.js";
import { REPORT_TRIGGER } from "../../reference/mock/admin.js";
import type { Fixtures } from "../../reference/service/fixtures.js";
import { LONGEST_KNOWN } from "../../target/lists/census.js";
import { JOURNAL_FILE } from "../../target/recordings/journal.js";
import { readJournal } from "../../target/recordings/journal-reader.js";
import { isLoopback, type Settings, USUAL } from "../../target/settings/settings.js";
import { plural } from "../../wire/message.js";
import { UsageError } from "../mistakes/errors.js";
import { withReference } from "../run/embedded.js";
import type { TargetOptions } from "../settings/options.js";
import { choose, plannedSettings } from "../settings/target-settings.js";
import { pathOf, type RequestClass, requestClasses } from "./request-classes.js";

/** What a run would send, as an estimate. */
interface Plan {
  readonly url: string;
  /** The counts come from a run against the reference; they depend on what a target holds and answers. */
  readonly estimate: true;
  readonly writes: Settings["writes"];
  readonly effort: Settings["effort"];
  readonly requests: number;
  /** How many are not plain reads: neither GET nor HEAD nor OPTIONS. */
  readonly notReads: number;
  readonly classes: readonly RequestClass[];
  readonly notes: readonly string[];
}

/**
 * `plimsoll plan URL`: makes the same run against the embedded reference, in this process, and prints what it sent.
 * Sends nothing to the address.
 * @throws UsageError if there is no address, or options or configuration are wrong
 */
export async function plan(url: string | null, options: TargetOptions): Promise<void> {
  const { config, url: address } = await choose(url, options);
  if (address === null) throw new UsageError("name the target: plimsoll plan URL.");
  const settings = plannedSettings(address, config, options);
  const hooks = Object.keys(config.provision ?? {});
  const classes = await rehearse(settings, hooks);
  const made = {
    url: address,
    estimate: true,
    writes: settings.writes,
    effort: settings.effort,
    requests: total(classes),
    notReads: total(classes.filter(({ kind }) => kind !== "reads")),
    classes,
    notes: notesOn(settings, hooks),
  } satisfies Plan;
  process.stdout.write(options.json ? jsonText(made) : planText(made));
}

/** The same checks with the same settings against our own service. @param hooks kinds of fixtures that hooks make */
function rehearse(settings: Settings, hooks: readonly string[]): Promise<RequestClass[]> {
  return withReference({ seed: settings.seed }, async (service, outDir) => {
    const local = await service.listen();
    // A remote target gets no receiver on this machine: use a local address that does not count as loopback.
    const url = isLoopback(settings.url) ? local : local.replace("127.0.0.1", "0.0.0.0");
    const fixtures = planFixtures([...Object.keys(settings.fixtures), ...hooks], service.fixtures);
    const own = { ...stoodIn(settings), fixtures, url, apiKey: service.apiKey, outDir };
    await runChecks(own, () => {}, { allure: false });
    return requestClasses(readJournal(join(outDir, JOURNAL_FILE)));
  });
}

/** The settings without those that only the target needs. */
function stoodIn(settings: Settings): Settings {
  return {
    ...settings,
    rps: null,
    caFile: null,
    extraHeaders: {},
    requestIdHeader: USUAL.requestIdHeader,
    serviceName: null,
    receiverPort: 0,
    reportTrigger: settings.reportTrigger === null ? null : REPORT_TRIGGER,
  };
}

function notesOn(settings: Settings, hooks: readonly string[]): string[] {
  const { writes, url } = settings;
  return [
    ...(url.startsWith("https:")
      ? ["Beside these: TLS handshakes of old and new versions, and a plain http:// request without key."]
      : []),
    ...(writes === "fixtures" ? [fixturesNote(settings, hooks)] : []),
    ...(hooks.length > 0 && writes !== "none" ? [`Provision hooks are run: ${hooks.join(", ")}.`] : []),
    ...(settings.effort === "thorough"
      ? [
          `Lists of more than ${LONGEST_KNOWN} labels, shipments or reports are walked whole, which takes a request for each page: 100 items where the target serves as many.`,
        ]
      : []),
    "A few requests come on top: to see whether the target answers, and to retry after network trouble.",
    "The more a target holds, the more pages of its lists are read.",
  ];
}

function fixturesNote({ fixturesAll, fixtures }: Settings, hooks: readonly string[]): string {
  if (fixturesAll) return "Everything that the target holds is a fixture and may be changed.";
  const kinds = [...new Set([...Object.keys(fixtures), ...hooks])];
  return kinds.length === 0
    ? "No fixture is named, so the run changes only what it creates itself."
    : `Of what the target holds, only the fixtures that you name are changed: ${kinds.join(", ")}.`;
}

function total(classes: readonly RequestClass[]): number {
  return classes.reduce((sum, { requests }) => sum + requests, 0);
}

/** The plan within 80 columns, changes first. */
function planText({ url, writes, effort, requests, notReads, classes, notes }: Plan): string {
  const parts: readonly [string, RequestClass["kind"]][] = [
    ["Change something on the target", "changes"],
    ["Have something calculated", "calculates"],
    ["Sent to be refused: made-up ids, unreadable bodies, wrong keys, methods", "refused"],
    ["Only read", "reads"],
  ];
  const tables = parts.flatMap(([title, kind]) => {
    const own = classes.filter((one) => one.kind === kind);
    return [`${title} (${total(own)})`, ...(own.length === 0 ? ["  none"] : own.map(row)), ""];
  });
  return `${[
    `A run against ${oneLine(url, 60)} would send about ${plural(requests, "request")}.`,
    `Estimated with the reference service's data; writes ${writes}, effort ${effort}.`,
    `Of these ${notReads === 0 ? "all are reads" : `${notReads} are not reads by themselves`}. Nothing was sent.`,
    "",
    ...tables,
    ...notes.flatMap((note) => wrap(note, WIDTH)),
  ].join("\n")}\n`;
}

function row(one: RequestClass): string {
  return `${String(one.requests).padStart(5)}  ${one.method.padEnd(7)} ${oneLine(pathOf(one), 64)}`;
}

/**
 * Replaces a target's named fixtures by ids of the reference service, kind by kind: in a rehearsal, a check changes
 * these instead, and changes nothing of a kind that is not named.
 * @param kinds named in the configuration, or made by its hooks
 */
function planFixtures(kinds: readonly string[], held: Fixtures): Settings["fixtures"] {
  return Object.fromEntries(
    kinds.map((kind) => {
      const [name = "", state = ""] = kind.split(":");
      return [kind, HELD[name]?.(held, state) ?? []];
    }),
  );
}

/** Ids of the reference for a kind of fixture; none for kinds that only some services have. */
const HELD: Readonly<Record<string, (held: Fixtures, state: string) => readonly string[] | undefined>> = {
  carrier: ({ carriers }) => carriers,
  warehouse: ({ warehouses }) => warehouses,
  label: ({ labels }) => labels.completed,
  shipment: ({ shipments }) => shipments.pending,
  batch: ({ batches }) => batches.open,
  purchase_order: ({ purchaseOrders }, state) =>
    new Map<string, readonly string[]>(Object.entries(purchaseOrders)).get(state),
};
