import type { AddressInfo } from "node:net";
import { nearWords } from "../contract/nearest.js";
import { sentence } from "../contract/text.js";
import { Churn } from "./churn.js";
import type { Fault } from "./faults/fault.js";
import { readFaults } from "./faults/list.js";
import { LAVISH, readHabits } from "./habits/list.js";
import { front } from "./mock/front.js";
import { Levers } from "./mock/levers.js";
import { addRecords, asRecords } from "./mock/own/read.js";
import type { OwnRecords } from "./mock/own/records.js";
import type { ReceivedRequest, ReceivedRequests } from "./mock/received.js";
import type { RunningFaults } from "./mock/running-faults.js";
import type { Snapshot } from "./mock/state.js";
import type { Trouble } from "./mock/trouble.js";
import type { Troubles } from "./mock/troubles.js";
import { makeApp } from "./service/app.js";
import { type Behaviours, bent, type Shared } from "./service/behaviours.js";
import { type Credentials, makeCertificate } from "./service/certificate.js";
import { Sender } from "./service/deliveries.js";
import { type Fixtures, listFixtures } from "./service/fixtures.js";
import { Ids } from "./service/ids.js";
import { Random } from "./service/random.js";
import { Replicas } from "./service/replicas.js";
import { makeReport } from "./service/seed/reports.js";
import { makeWorld } from "./service/seed/world.js";
import { type Listener, makeServer } from "./service/server.js";
import { usual } from "./service/usual.js";
import { DATA_NAMES, type DataName, VARIANTS, type Variant } from "./service/variant.js";
import type { OnTheWire } from "./service/wire.js";

export interface ReferenceOptions {
  /** The same seed gives the same data. @defaultValue 1 */
  readonly seed?: number;
  /**
   * How much data; "lavish" also has all habits of `LAVISH`. Own records replace all generated data except carriers and
   * a warehouse, which no operation can create; these too if own ones are given. @defaultValue "default"
   */
  readonly data?: DataName | OwnRecords;
  /** Number of shipments, instead of the data's own. */
  readonly shipments?: number;
  /** Ids of `listFaults()`. @defaultValue none */
  readonly faults?: readonly string[];
  /** Ids of `listHabits()`. @defaultValue none */
  readonly habits?: readonly string[];
  /** @defaultValue "reference-key-of-the-embedded-service" */
  readonly apiKey?: string;
  /** Milliseconds by which every answer is delayed: trouble of the kind `latency`. @defaultValue 0 */
  readonly latencyMs?: number;
  /** Trouble of the network from the start, also as texts such as "503 times=1". @defaultValue none */
  readonly troubles?: readonly (Trouble | string)[];
  /** How many of the last requests `requests` keeps. @defaultValue 1000 */
  readonly keepRequests?: number;
  /** Called after each answered request, unless no requests are kept. */
  readonly onRequest?: (request: ReceivedRequest) => void;
  /** Writes per second by other clients. @defaultValue 0 */
  readonly churn?: number;
  /** Milliseconds by which reads lag behind writes, in turn. @defaultValue none */
  readonly lagMs?: readonly number[];
  /** Milliseconds between adjustment reports that complete by themselves. @defaultValue never */
  readonly reportEveryMs?: number;
  /** Serve over TLS 1.2 or later, with a self-made certificate unless `tls` is given. @defaultValue false */
  readonly https?: boolean;
  /** Key and certificate, PEM; implies `https`. */
  readonly tls?: Credentials;
  /** The current time in epoch ms, for what is created while the service runs. @defaultValue Date.now */
  readonly now?: () => number;
}

export interface ReferenceService {
  readonly apiKey: string;
  /** Certificate to trust, PEM; null without TLS. */
  readonly certificate: string | null;
  /** Ids of what it holds now. */
  readonly fixtures: Fixtures;
  /** Answers a request in this process, without a socket; takes what the global `fetch` takes. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** Starts listening and returns the base URL. Port 0 picks a free one. @throws Error if it listens already */
  listen(port?: number, host?: string): Promise<string>;
  /** Stops listening, closes open connections and waits for pending deliveries. */
  close(): Promise<void>;
  /** Restores everything as it was at the start: data, ids, faults, troubles; forgets the requests. */
  reset(): void;
  /** Stores what it holds now. */
  snapshot(): Snapshot;
  /** Restores what it held then; can be repeated. */
  restore(snapshot: Snapshot): void;
  /**
   * Adds records to what it holds: all of them, or none if one is wrong.
   * @throws WrongRecords with a line for each wrong record
   */
  seed(records: OwnRecords): void;
  /** The requests that it received. */
  readonly requests: ReceivedRequests;
  /** Its current faults, by id. */
  readonly faults: RunningFaults;
  /** The current trouble of the network. */
  readonly troubles: Troubles;
  /** Completes a new adjustment report, sends report_complete, and returns the report's id. */
  completeReport(): string;
  /** Waits until every delivery sent so far has arrived or failed. */
  settled(): Promise<void>;
}

const KEPT_REQUESTS = 1000;

const OPTIONS: Readonly<Record<keyof ReferenceOptions, true>> = {
  seed: true,
  data: true,
  shipments: true,
  faults: true,
  habits: true,
  apiKey: true,
  latencyMs: true,
  troubles: true,
  keepRequests: true,
  onRequest: true,
  churn: true,
  lagMs: true,
  reportEveryMs: true,
  https: true,
  tls: true,
  now: true,
};

/** Where a host that stands for all addresses can be reached. */
const REACHED_AT: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/**
 * Makes the reference service: stateful, in memory, the same for the same seed.
 * @throws Error for unknown options, data, faults or habits, or if an operation of the contract has no handler
 * @throws WrongRecords, WrongTrouble for invalid own data or trouble
 */
export function createReferenceService(options: ReferenceOptions = {}): ReferenceService {
  throwForStrangers(options);
  const {
    seed = 1,
    data = "default",
    apiKey = "reference-key-of-the-embedded-service",
    keepRequests = KEPT_REQUESTS,
    now = Date.now,
  } = options;
  const variant = {
    ...(typeof data === "string" ? variantOf(data) : variantBelow(asRecords(data))),
    ...(options.shipments !== undefined && { shipments: options.shipments }),
  };
  const habits = readHabits([...(data === "lavish" ? LAVISH : []), ...(options.habits ?? [])]);
  // Faults outermost: they must show whatever the habits are.
  const behaviours = (faults: readonly Fault[]): Behaviours =>
    bent(
      usual,
      [...habits, ...faults].map(({ bend }) => bend),
    );
  // A separate object, because its members change when faults come and go.
  const does = { ...behaviours(readFaults(options.faults ?? [])) };
  const ids = new Ids((kind, number) => does.idText(kind, number));
  const world = makeWorld(seed, variant, ids);
  const deliveries = new Sender(world.webhooks, does);
  const shared: Shared = { world, ids, does, random: new Random(~seed), deliveries, now };
  if (typeof data !== "string") addRecords(shared, data);
  const replicas = new Replicas(world, options.lagMs ?? [], now);
  const credentials = options.tls ?? (options.https ? makeCertificate() : null);
  const timers: NodeJS.Timeout[] = [];
  let server: Listener | null = null;
  /** Where the last client found this service, or the first one will. */
  let lastOrigin = "http://reference.invalid";

  const every = (milliseconds: number, act: () => void) => {
    if (milliseconds > 0 && Number.isFinite(milliseconds))
      timers.push(setInterval(act, milliseconds).unref());
  };

  const completeReport = (origin = lastOrigin) => {
    const report = world.reports.add(makeReport(world, ids, shared.random, now()));
    replicas.note();
    deliveries.send("report_complete", does.reportPayload(report, world, origin + does.basePath()));
    return report.id;
  };

  const levers = new Levers({
    apiKey,
    seed,
    shared,
    replicas,
    faults: options.faults ?? [],
    troubles: [
      ...(options.latencyMs ? [{ kind: "latency", ms: options.latencyMs } as const] : []),
      ...(options.troubles ?? []),
    ],
    keepRequests,
    behaviours,
    onFaults: () => {
      app = makeApp(shared, { apiKey, replicas, around });
    },
    completeReport,
  });
  const around = front({
    levers,
    does,
    showKey: options.apiKey === undefined,
    keepsRequests: keepRequests > 0,
    onRequest: options.onRequest,
  });
  let app = makeApp(shared, { apiKey, replicas, around });
  const answer = async (request: Request, env?: OnTheWire["Bindings"]): Promise<Response> => {
    const { origin, pathname } = new URL(request.url);
    // Who asks for the health or the levers need not be where the clients are.
    if (/^\/v[12]\//.test(pathname)) lastOrigin = origin;
    return levers.lost.arriving(request, env, await app.fetch(request, env));
  };
  const churn = new Churn({
    // Other clients meet no trouble, and their requests are not recorded.
    fetch: options.churn ? makeApp(shared, { apiKey, replicas }).fetch : answer,
    apiKey,
    seed,
    fixtures: () => listFixtures(world),
    completeReport: () => completeReport(),
  });

  return {
    apiKey,
    requests: levers.requests,
    faults: levers.faults,
    troubles: levers.troubles,
    reset: () => levers.reset(),
    snapshot: () => levers.snapshot(),
    restore: (snapshot) => levers.restore(snapshot),
    seed: (records) => levers.seed(records),
    completeReport: () => completeReport(),
    certificate: credentials?.cert ?? null,
    get fixtures() {
      return listFixtures(world);
    },
    fetch: (input, init) => answer(isRequest(input) && init === undefined ? input : new Request(input, init)),
    async listen(port = 0, host = "127.0.0.1") {
      if (server) throw new Error("The service listens already.");
      const made = makeServer(answer, credentials, does);
      server = made;
      const address = await listening(made, port, host).catch((error: unknown) => {
        if (server === made) server = null;
        throw error;
      });
      const originAt = (name: string) =>
        `${credentials ? "https" : "http"}://${name.includes(":") ? `[${name}]` : name}:${address.port}`;
      lastOrigin = originAt(REACHED_AT[host] ?? host);
      every(1000 / (options.churn ?? 0), () => churn.write());
      every(options.reportEveryMs ?? Number.POSITIVE_INFINITY, () => completeReport());
      return originAt(host) + does.basePath();
    },
    async close() {
      for (const timer of timers.splice(0)) clearInterval(timer);
      churn.stop();
      levers.drop();
      if (server) await stop(server);
      server = null;
      await deliveries.settled();
    },
    settled: () => deliveries.settled(),
  };
}

/** @throws Error for an option that there is not: JavaScript callers may have misspelled it */
function throwForStrangers(options: ReferenceOptions): void {
  const known = Object.keys(OPTIONS);
  const stranger = Object.keys(options).find((name) => !known.includes(name));
  if (stranger === undefined) return;
  throw new Error(sentence(`There is no option "${stranger}"${nearWords(stranger, known)}`));
}

/** Also true for a request of another realm, such as that of a simulated browser. */
const isRequest = (input: Request | URL | string): input is Request =>
  typeof input === "object" && "url" in input;

/** @throws Error for an unknown name: JavaScript callers may have misspelled it */
function variantOf(data: DataName): Variant {
  const variant: Variant | undefined = VARIANTS[data];
  if (variant) return variant;
  throw new Error(`There is no data "${data}"; there are ${DATA_NAMES.join(", ")}, and own records.`);
}

/** The data besides own records. */
function variantBelow({ carriers, warehouses }: Readonly<Record<string, unknown>>): Variant {
  const { sparse } = VARIANTS;
  return {
    ...sparse,
    shipments: 0,
    carriers: carriers ? 0 : VARIANTS.default.carriers,
    warehouses: warehouses ? 0 : sparse.warehouses,
  };
}

function listening(server: Listener, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("close", () => reject(new Error("The service was closed before it listened.")));
    server.listen(port, host, () => {
      const address = server.address();
      if (address !== null && typeof address === "object") resolve(address);
      else reject(new Error("The server listens on no port."));
    });
  });
}

function stop(server: Listener): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
}
