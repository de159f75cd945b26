import { describe } from "vitest";
import { operation } from "../../helpers/contract/operations.js";
import { operationsOf } from "../../helpers/contract/scope.js";
import {
  judgeNamed,
  judgeUnknownExternalId,
  judgeUnknownId,
} from "../../helpers/engine/operations/unknown-id-laws.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// biome-ignore format: one rule a line
describe("Errors: reads", () => {
  rule("error.404.shipment", "asks for an unknown shipment", (t) => judgeNamed(t, "v1GetShipment"));
  rule("error.404.batch", "asks for an unknown batch", (t) => judgeNamed(t, "v1GetBatch"));
  rule.fromStandard("error.404.batch-errors", "asks for the errors of an unknown batch", (t) => judgeUnknownId(t, operation("v1ListBatchErrors")));
  rule.fromStandard("error.404.report", "asks for an unknown report", (t) => judgeNamed(t, "v1GetAdjustmentReport"));
  rule.fromStandard("error.404.carrier-services", "asks for the services of an unknown carrier", (t) => judgeNamed(t, "v1ListCarrierServices"));
  rule.fromStandard("error.404.carrier-options", "asks for the options of an unknown carrier", (t) => judgeNamed(t, "v1ListCarrierOptions"));
  rule("error.404.v2", "asks for an unknown record of each family", async (t) => {
    const reads = operationsOf(t.rule, t.settings).slice(0, t.budget("errors.unknown-ids.reads"));
    await Promise.all(reads.map((read) => judgeUnknownId(t, read)));
  });
});

describe("Errors: lookups", () => {
  rule.fromStandard("error.404.v2.external-id", "looks up external ids that nothing has", async (t) => {
    await Promise.all(operationsOf(t.rule, t.settings).map((read) => judgeUnknownExternalId(t, read)));
  });
});
