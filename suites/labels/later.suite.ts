import { describe } from "vitest";
import { judgeProcessed } from "../../helpers/engine/resources/labels/processed.js";
import { judgeStillFound } from "../../helpers/engine/resources/labels/still-found.js";
import {
  judgeBeside,
  judgeByIdInV2,
  judgeCompletedTotal,
  judgeFlag,
  judgeLeftCompleted,
  judgeUnderStatus,
} from "../../helpers/engine/resources/labels/void-laws.js";
import { judgeElsewhere } from "../../helpers/engine/resources/labels/voided-elsewhere.js";
import { voidedLater } from "../../helpers/engine/resources/labels/voiding.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// Near the end of the run: the effects of a void must last. One page serves all checks.
describe("Voiding a label, later in the run", { meta: { changes: ["labels"] } }, () => {
  rule.fromStandard("label.void.flag", "reads the voided label again", async (t) => {
    const voided = await t.given(voidedLater);
    await judgeFlag(t, voided);
    await judgeByIdInV2(t, voided);
  });

  rule.fromStandard("label.void.only-that-one", "looks again at other labels", async (t) => {
    const voided = await t.given(voidedLater);
    await judgeBeside(t, voided);
    await judgeElsewhere(t, voided);
  });

  rule.fromStandard(
    "labels.filter.label_status",
    "asks for the voided label under its status and its former one",
    async (t) => {
      const voided = await t.tryGiven(voidedLater);
      if (voided === null) return;
      await judgeUnderStatus(t, voided);
      await judgeLeftCompleted(t, voided);
    },
  );

  rule.fromStandard("labels.total", "counts the completed labels after one was voided", async (t) => {
    const voided = await t.tryGiven(voidedLater);
    if (voided !== null) await judgeCompletedTotal(t, voided);
  });
});

// biome-ignore format: one rule a line
describe("Labels of a processed batch, later in the run", { meta: { reads: ["labels"] } }, () => {
  rule.fromStandard("labels.filter.batch_id", "asks for the labels of a batch that it had processed", judgeProcessed);
});

// biome-ignore format: one rule a line
describe("Labels voided or made before, under what they show", { meta: { reads: ["labels"] } }, () => {
  rule.fromStandard("labels.filter.tracking_number", "asks for labels that it voided or had made, by number", judgeStillFound("tracking_number"));
  rule.fromStandard("labels.filter.carrier_id", "asks for labels that it voided or had made, by carrier", judgeStillFound("carrier_id"));
  rule.fromStandard("labels.filter.service_code", "asks for labels that it voided or had made, by service", judgeStillFound("service_code"));
  rule.fromStandard("labels.filter.batch_id", "asks for labels that it voided, by batch", judgeStillFound("batch_id"));
  rule.fromStandard("labels.filter.label_status", "asks for labels that it had made, by status", judgeStillFound("label_status"));
  rule.fromStandard("labels.filter.combined", "asks for labels that it voided or had made, by all of these", judgeStillFound("combined"));
});
