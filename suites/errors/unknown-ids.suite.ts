import { describe } from "vitest";
import { type Operation, operation } from "../../helpers/contract/operations.js";
import { ruleById } from "../../helpers/contract/rules.js";
import { operationInScope } from "../../helpers/contract/scope.js";
import { hasErrorBody } from "../../helpers/oracles/likeness.js";
import { requestLine } from "../../helpers/oracles/message.js";
import type { Answered, Check } from "../../helpers/runner/check.js";
import { askOnce, succeeded } from "../../helpers/runner/probe.js";
import { rule } from "../../helpers/runner/rule.js";
import { workingExchange } from "../../helpers/runner/standing.js";
import { IMPROBABLE_ID } from "../../helpers/target/census.js";
import { unknownIds } from "../../helpers/target/made-up.js";

/** Families of v2 that are asked, by effort. */
const FAMILIES = { quick: 1, standard: 20, thorough: 20 } as const;

/** Statuses that are about something else than the id: the key, the method. */
const BESIDE_THE_POINT = new Set([401, 403, 405]);

/**
 * Asks for an id that does not exist, in the form of those that do. An id that no known one can vouch for may
 * be refused as malformed; then the read says nothing.
 */
async function judgeUnknownId(t: Check, read: Operation): Promise<void> {
  const parameter = read.pathParams.at(-1) ?? "";
  const [sample] = await t.census.ids(parameter);
  const answers: Answered[] = [];
  for (const id of unknownIds(parameter, sample, t.settings.seed)) {
    const exchange = await askOnce(t, { operation: read.id, path: { [parameter]: id } });
    if (exchange === null || BESIDE_THE_POINT.has(exchange.answer.status)) return;
    // A 5xx to a valid request is judged by status.server-error.
    if (exchange.answer.status >= 500) return;
    answers.push(exchange);
    if (exchange.answer.status !== 404) continue;
    // A 404 without the error form could be that of a path which does not exist.
    if (hasErrorBody(exchange) || workingExchange(t, read) !== null) t.saw("unknown ids");
    return;
  }
  const [first] = answers;
  const wellFormed = sample !== undefined;
  if (first === undefined || (!wellFormed && first.answer.status === 400)) return;
  t.saw("unknown ids");
  t.breach(first, "status 404 to an id that does not exist", `status ${first.answer.status}`);
}

/** As `judgeUnknownId`, for a check about one read. */
async function judgeOne(t: Check, id: Operation["id"]): Promise<void> {
  await judgeUnknownId(t, operation(id));
}

describe("Errors", () => {
  rule("error.404.shipment", "asks for an unknown shipment", (t) => judgeOne(t, "v1GetShipment"));
  rule("error.404.batch", "asks for an unknown batch", (t) => judgeOne(t, "v1GetBatch"));
  rule(
    "error.404.batch-errors",
    "asks for the errors of an unknown batch",
    (t) => judgeOne(t, "v1ListBatchErrors"),
    { from: "standard" },
  );
  rule("error.404.report", "asks for an unknown report", (t) => judgeOne(t, "v1GetAdjustmentReport"), {
    from: "standard",
  });
  rule(
    "error.404.carrier-services",
    "asks for the services of an unknown carrier",
    (t) => judgeOne(t, "v1ListCarrierServices"),
    { from: "standard" },
  );
  rule(
    "error.404.carrier-options",
    "asks for the options of an unknown carrier",
    (t) => judgeOne(t, "v1ListCarrierOptions"),
    { from: "standard" },
  );

  rule("error.404.v2", "asks for an unknown record of each family", async (t) => {
    const reads = ruleById("error.404.v2").operations.filter((id) => operationInScope(id, t.settings));
    await Promise.all(reads.slice(0, FAMILIES[t.settings.effort]).map((id) => judgeOne(t, id)));
  });

  rule(
    "error.404.warehouse",
    "updates an unknown warehouse with a full body",
    async (t) => {
      if (t.settings.writes === "none") {
        return t.inconclusive("sends an update, if of nothing that exists; needs --writes own");
      }
      const address = {
        name: "Plimsoll Harbour",
        company_name: "Plimsoll",
        phone: "512-555-0100",
        address_line1: "1 Quay Street",
        city_locality: "Austin",
        state_province: "TX",
        postal_code: "78756",
        country_code: "US",
      };
      const warehouse_id = IMPROBABLE_ID;
      const exchange = await t.ask({
        operation: "v1UpdateWarehouse",
        path: { warehouse_id },
        body: {
          warehouse_id,
          name: "Plimsoll Harbour",
          origin_address: { ...address, address_residential_indicator: "no" },
          return_address: address,
        },
      });
      const { status } = exchange.answer;
      if (succeeded(exchange)) {
        t.saw("unknown ids");
        t.breach(
          exchange,
          "an update of a warehouse that does not exist is refused with 404",
          `status ${status}`,
        );
      } else if (status !== 404) {
        t.inconclusive(`${requestLine(exchange)} was refused with ${status} before the id was looked up`);
      } else if (!hasErrorBody(exchange)) {
        t.inconclusive("the 404 has no error body, so it may be that of a path which does not exist");
      } else t.saw("unknown ids");
    },
    { from: "standard" },
  );
});
