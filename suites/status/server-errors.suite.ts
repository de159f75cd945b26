import fc from "fast-check";
import { describe } from "vitest";
import { READABLE, UNREADABLE, WRONG_TYPE } from "../../helpers/contract/conduct.js";
import type { Operation, QueryParameter } from "../../helpers/contract/model.js";
import { operation, operations } from "../../helpers/contract/operations.js";
import { operationsIn } from "../../helpers/contract/scope.js";
import { brokenJson } from "../../helpers/engine/check/arbitraries/bodies.js";
import { oddParameters } from "../../helpers/engine/check/arbitraries/odd-values.js";
import type { Ask } from "../../helpers/engine/check/ask.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { rotated } from "../../helpers/engine/check/seed.js";
import { askOnce } from "../../helpers/engine/operations/probe.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import type { Findings } from "../../helpers/wire/exchange.js";
import { renderValue } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { isFailure } from "../../helpers/wire/status.js";

/** Ids that nothing has, and that no client or proxy would take for part of the path. */
const ODD_IDS = ["0", "-1", "se-", "se-x", "null", "%", "'", "💥", "\u0000", "9".repeat(30), "x".repeat(300)];

/** The second bounds of each window, which are read the same way as the first. */
const SECOND_BOUNDS: readonly string[] = ["created_at_end", "modified_at_start"];
const LISTS = ["v1ListShipments", "v1ListLabels", "v1ListAdjustmentReports"] as const;

/**
 * Creations and calculations that get an unreadable body; the effort decides how many. First those that may need no
 * member, so that a service which does not read the body shows it, and one of v1, which may refuse in its own way.
 */
const WITH_BODY: readonly Operation["id"][] = [
  "v2CreateAccountImage",
  "v1CreateWebhook",
  "v2CreateShipments",
  "v2CreateWebhook",
  "v2CreateTotes",
  "v2CreatePurchaseOrder",
  "v2CreateRates",
  "v2AssignShipmentsUser",
];

/** Creations that get JSON which is no object; only the first in scope does. */
const NO_OBJECT: readonly Operation["id"][] = ["v2CreateWebhook", "v1CreateWebhook"];

/**
 * Calculations that change nothing, so that they can get a body without the members that they need. The other checks
 * that look at every answer see how such a body is refused.
 */
const WITHOUT_MEMBERS = operations.filter(({ takesBody, effect }) => takesBody && effect === "read");

/**
 * One request for each typed parameter of the fully described lists, with a word that breaks its type or enumeration.
 * Below effort thorough each name comes once, the lists taking turns, with one bound of each window.
 */
function plainlyWrong(t: Check): readonly Ask[] {
  const lists = LISTS.filter((id) => t.inScope(id)).map((id) => ({
    id,
    names: operation(id)
      .query.filter(isTyped)
      .map(({ name }) => name),
  }));
  const ask = (id: Operation["id"], name: string): Ask => ({ operation: id, query: { [name]: "plimsoll" } });
  if (t.affords("status.malformed.every-list"))
    return lists.flatMap(({ id, names }) => names.map((name) => ask(id, name)));
  const names = new Set(lists.flatMap((list) => list.names));
  for (const bound of SECOND_BOUNDS) names.delete(bound);
  return [...names].flatMap((name, at) => {
    const having = lists.filter((list) => list.names.includes(name));
    const list = having[at % having.length];
    return list === undefined ? [] : [ask(list.id, name)];
  });
}

function wrongBodies(t: Check): readonly Ask[] {
  if (!t.mayWrite("own")) return [];
  const inScope = (id: Operation["id"]) => t.inScope(id);
  const unreadable = WITH_BODY.filter(inScope).slice(0, t.budget("status.malformed.bodies"));
  const lacking = WITHOUT_MEMBERS.filter(({ id }) => inScope(id));
  return [
    ...unreadable.map((operation): Ask => ({ operation, raw: UNREADABLE })),
    ...NO_OBJECT.filter(inScope)
      .slice(0, 1)
      .map((operation): Ask => ({ operation, raw: WRONG_TYPE })),
    ...lacking
      .slice(0, t.budget("status.malformed.calculations"))
      .map(({ id }): Ask => ({ operation: id, raw: READABLE })),
  ];
}

/**
 * An id that is no number for a shipment of v1, and for one kind of record of v2, another for each seed. An external id
 * may be any text.
 */
function oddIds(t: Check): readonly Ask[] {
  const records = recordReads(t).filter(
    ({ generation, path }) => generation === "v2" && !/external/.test(path),
  );
  const [drawn] = rotated(records, t.settings.seed);
  const reads = [
    ...(t.inScope("v1GetShipment") ? [operation("v1GetShipment")] : []),
    ...(drawn ? [drawn] : []),
  ];
  return reads.map((read) => withId(read, "se-x"));
}

/** The reads of single records. */
function recordReads(t: Check): readonly Operation[] {
  return operationsIn(t.settings).filter(({ method, path }) => method === "GET" && path.endsWith("_id}"));
}

function isTyped({ name, type, enum: values }: QueryParameter): boolean {
  return type === "integer" || values !== undefined || /_(start|end)$/.test(name);
}

/** Requests that are malformed in one place: a parameter, an id or a body. */
function malformed(t: Check): fc.Arbitrary<Ask> {
  const inScope = operationsIn(t.settings);
  const lists = inScope.filter(
    ({ method, query, pathParams }) => method === "GET" && query.length > 0 && pathParams.length === 0,
  );
  const creations = inScope.filter(({ id }) => id.endsWith("CreateWebhook"));
  return fc.oneof(
    { weight: 4, arbitrary: from(lists, oddQuery) },
    { weight: 2, arbitrary: from(recordReads(t), oddId) },
    ...(t.mayWrite("own") ? [{ weight: 1, arbitrary: from(creations, oddBody) }] : []),
  );
}

function from(among: readonly Operation[], make: (drawn: Operation) => fc.Arbitrary<Ask>): fc.Arbitrary<Ask> {
  return fc.constantFrom(...among).chain(make);
}

function oddQuery({ id, query }: Operation): fc.Arbitrary<Ask> {
  return oddParameters(query).map(({ name, value }) => ({ operation: id, query: { [name]: value } }));
}

function oddId(read: Operation): fc.Arbitrary<Ask> {
  return fc.constantFrom(...ODD_IDS).map((odd) => withId(read, odd));
}

/** There may be no path with such an id: a router may tell paths apart by the form of their ids. */
function withId({ id, pathParams }: Operation, odd: string): Ask {
  const path = Object.fromEntries(pathParams.map((name) => [name, odd]));
  return { operation: id, path, intent: "nowhere" };
}

function oddBody({ id }: Operation): fc.Arbitrary<Ask> {
  return brokenJson.map((text) => ({ operation: id, raw: { text, contentType: "application/json" } }));
}

/** Each malformed request is sent once a run, so that it does not look like a valid one that keeps failing. */
async function judgeMalformed(t: Check, ask: Ask): Promise<Findings> {
  const exchange = await askOnce(t, ask);
  if (exchange === null || !isFailure(exchange.answer.status)) return [];
  // The contract allows a single 500 for any operation.
  const again = await ifReadable(t.ask(ask));
  if (again === null || !isFailure(again.answer.status)) return [];
  const received = `status ${again.answer.status}`;
  return [t.finding([again, exchange], "a refusal of malformed input, not a 5xx", received)];
}

describe("Status codes", { meta: { changes: ["webhooks"] } }, () => {
  rule("status.invalid-input-no-5xx", "sends malformed parameters, ids and bodies", async (t) => {
    const plain = [...plainlyWrong(t), ...oddIds(t), ...wrongBodies(t)].slice(
      0,
      t.budget("status.malformed.plain"),
    );
    const findings = await Promise.all(plain.map((ask) => judgeMalformed(t, ask)));
    t.saw("malformed requests", plain.length);
    t.find(findings.flat());
    if (findings.flat().length > 0 || !t.affords("status.malformed.drawn")) return;
    await t.property(
      "malformed requests",
      malformed(t),
      t.budget("status.malformed.drawn"),
      (ask) => judgeMalformed(t, ask),
      (ask) => renderValue(ask),
    );
  });
});
