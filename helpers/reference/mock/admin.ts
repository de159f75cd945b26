import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { jsonOrText, parsedJson } from "../../contract/json.js";
import { asYaml, bundle } from "../../contract/openapi/bundle.js";
import type { OnTheWire } from "../service/wire.js";
import type { Levers } from "./levers.js";
import { WrongRecords } from "./own/read.js";
import type { RequestFilter } from "./received.js";
import { UnusableFault } from "./running-faults.js";
import type { Snapshot } from "./state.js";
import { readOperation, readTrouble, type Trouble, WrongTrouble } from "./trouble.js";

/** Path of the mock's levers: outside the contract, which is below /v1 and /v2. */
export const ADMIN = "/__plimsoll";

/** A POST to it completes a report at once, for tests of events. */
export const REPORT_TRIGGER = `${ADMIN}/reports`;

/** Each lever, as listed in the documentation and on the page at /. */
export const LEVERS = [
  ["GET", "/health", "whether it answers; no key needed"],
  ["GET", "/openapi.json", "the contract as one OpenAPI document; no key needed; also /openapi.yaml"],
  ["POST", "/reset", "data, faults, troubles and requests as they were at the start"],
  ["POST", "/data", "more records, as own data are written"],
  ["POST", "/snapshots", "keeps the data as they are; answers an id"],
  ["POST", "/snapshots/{id}/restore", "puts the data of a snapshot back"],
  ["DELETE", "/snapshots/{id}", "forgets a snapshot"],
  ["GET", "/requests", "requests received; ?operation= ?method= ?status= choose"],
  ["GET", "/requests/last", "the last of them"],
  ["GET", "/requests/count", "how many"],
  ["DELETE", "/requests", "forgets them"],
  ["POST", "/reports", "completes an adjustment report and sends report_complete"],
  ["GET", "/faults", "faults of the contract that are on"],
  ["PUT", "/faults/{id}", "turns one on"],
  ["DELETE", "/faults/{id}", "turns one off; without an id all"],
  ["GET", "/troubles", "troubles of the network, and how many requests met each"],
  ["POST", "/troubles", "one more, as text or as JSON"],
  ["DELETE", "/troubles", "ends all"],
] as const;

/** A refused call of a lever. */
class Refusal extends Error {
  constructor(
    readonly status: 400 | 401 | 404,
    message: string,
  ) {
    super(message);
  }
}

/** The levers of a service over HTTP. All but two need its key. */
export function makeAdmin(levers: Levers): Hono<OnTheWire> {
  const { requests, faults, troubles } = levers;
  const snapshots = new Map<string, Snapshot>();
  let taken = 0;
  const snapshotOf = (c: Context): Snapshot => {
    const snapshot = snapshots.get(idIn(c));
    if (!snapshot) throw new Refusal(404, "There is no such snapshot.");
    return snapshot;
  };

  const admin = new Hono<OnTheWire>();
  admin.onError((error, c) => {
    const { status, message } = refusalOf(error);
    return c.json({ message }, status);
  });
  admin.get("/health", (c) => c.json({ status: "ok" }));
  admin.get("/openapi.json", (c) => c.json(bundle("3.1", ["v1", "v2"])));
  admin.get("/openapi.yaml", (c) => c.text(asYaml(bundle("3.1", ["v1", "v2"]))));
  admin.use(async ({ req }, next) => {
    if (req.header("api-key") === levers.apiKey) return next();
    throw new Refusal(401, "The header API-Key has to carry the key of this service.");
  });
  admin.post(
    "/reset",
    done(() => levers.reset()),
  );
  admin.post(
    "/data",
    done(async ({ req }) => levers.seed(jsonIn(await req.text()))),
  );
  admin.post("/snapshots", (c) => {
    taken += 1;
    const id = String(taken);
    snapshots.set(id, levers.snapshot());
    return c.json({ id }, 201);
  });
  admin.post(
    "/snapshots/:id/restore",
    done((c) => levers.restore(snapshotOf(c))),
  );
  admin.delete(
    "/snapshots/:id",
    done((c) => {
      snapshotOf(c);
      snapshots.delete(idIn(c));
    }),
  );
  admin.get("/requests", (c) => c.json({ requests: requests.list(filterOf(c)) }));
  admin.get("/requests/count", (c) => c.json({ count: requests.count(filterOf(c)) }));
  admin.get("/requests/last", (c) => {
    const last = requests.last(filterOf(c));
    if (!last) throw new Refusal(404, "There was no such request.");
    return c.json(last);
  });
  admin.delete(
    "/requests",
    done(() => requests.clear()),
  );
  admin.post("/reports", (c) => c.json({ report_id: levers.completeReport(new URL(c.req.url).origin) }, 201));
  admin.get("/faults", (c) => c.json({ faults: faults.list() }));
  admin.put(
    "/faults/:id{.+}",
    done((c) => faults.add(idIn(c))),
  );
  admin.delete(
    "/faults/:id{.+}",
    done((c) => faults.remove(idIn(c))),
  );
  admin.delete(
    "/faults",
    done(() => faults.clear()),
  );
  admin.get("/troubles", (c) => c.json({ troubles: troubles.list() }));
  admin.post(
    "/troubles",
    done(async ({ req }) => troubles.add(troubleIn(await req.text()))),
  );
  admin.delete(
    "/troubles",
    done(() => troubles.clear()),
  );
  admin.all("*", (c) => {
    throw new Refusal(404, `There is no lever ${c.req.method} ${c.req.path}.`);
  });
  return admin;
}

/** Answers 204 when something was done. */
const done = (act: (c: Context) => unknown) => async (c: Context) => {
  await act(c);
  return c.body(null, 204);
};

/** Trouble as text or as JSON; a status alone is both. */
function troubleIn(text: string): Trouble {
  const given = jsonOrText(text);
  return readTrouble(typeof given === "number" ? text : given);
}

function idIn({ req }: Context): string {
  return req.param("id") ?? "";
}

function jsonIn(text: string): unknown {
  const value = parsedJson(text);
  if (value === undefined) throw new Refusal(400, "The body is not JSON.");
  return value;
}

/** What chooses requests. */
const FILTERS = ["operation", "method", "status"];

function filterOf({ req }: Context): RequestFilter {
  const { operation, method, status } = req.query();
  const stranger = Object.keys(req.query()).find((name) => !FILTERS.includes(name));
  if (stranger !== undefined) throw new Refusal(400, `Requests are not chosen by "${stranger}".`);
  if (status !== undefined && !/^[1-5]\d\d$/.test(status))
    throw new Refusal(400, `"${status}" is not a status.`);
  return {
    ...(operation !== undefined && { operation: readOperation(operation) }),
    ...(method !== undefined && { method }),
    ...(status !== undefined && { status: Number(status) }),
  };
}

function refusalOf(error: Error): Pick<Refusal, "status" | "message"> {
  if (error instanceof Refusal) return error;
  const isTheirs = [WrongRecords, WrongTrouble, UnusableFault].some((kind) => error instanceof kind);
  if (isTheirs) return { status: 400, message: error.message };
  throw error;
}
