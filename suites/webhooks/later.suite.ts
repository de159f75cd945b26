import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { toldFormer } from "../../helpers/engine/resources/events/waiting.js";
import { lookingAgain } from "../../helpers/engine/resources/later.js";
import { judgeDeletedInV1, judgeGoneInV1 } from "../../helpers/engine/resources/webhooks/across-laws.js";
import { judgeNotFilled } from "../../helpers/engine/resources/webhooks/emptied-laws.js";
import { lastingBatch, lastingV1, lastingV2 } from "../../helpers/engine/resources/webhooks/lasting.js";
import { laterList } from "../../helpers/engine/resources/webhooks/later.js";
import {
  judgeAsListed,
  judgeCreatedStill,
  judgeGoneStill,
  judgeHandedBack,
  judgeLasting,
  judgeOthersStill,
  judgeReused,
  judgeUpdateStill,
} from "../../helpers/engine/resources/webhooks/later-laws.js";
import { judgeLeftLater } from "../../helpers/engine/resources/webhooks/removal-laws.js";
import { judgeStrays } from "../../helpers/engine/resources/webhooks/strays.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

/** Deletes the webhook once no check of events needs it any more. */
async function judgeDeletedLast(t: Check): Promise<void> {
  if (t.judges("events.present-address")) await t.tryGiven(toldFormer);
  await judgeDeletedInV1(t);
}

// Near the end of the run, by one list: effects last, and no other webhook changed.
// biome-ignore format: one rule a line
describe("webhooks, later in the run", { meta: { changes: ["webhooks"] } }, () => {
  rule.fromStandard("webhooks.v1.create.listed", "looks for a webhook that it left", (t) => judgeLasting(t, "v1", lastingV1));
  rule.fromStandard("webhooks.v1.create.listed", "compares the answers of all creations", (t) => judgeHandedBack(t, "v1", "url"));
  rule.fromStandard("webhooks.v1.delete.gone", "looks for the deleted webhooks once more", (t) => judgeGoneStill(t, "v1"));
  rule.fromStandard("webhooks.v1.ids-not-reused", "compares ids of creations with those deleted before", judgeReused);
  rule.fromStandard("webhooks.v1.delete.only-that-one", "looks for webhooks older than the run", lookingAgain(laterList.v1, (t, { list }) => judgeLeftLater(t, "v1", list)));
  rule.fromStandard("webhooks.v2.create.listed", "looks for webhooks that it left", (t) => judgeLasting(t, "v2", lastingV2, lastingBatch));
  rule.fromStandard("webhooks.v2.create.name", "looks at a webhook that it left", (t) => judgeCreatedStill(t, "name"));
  rule.fromStandard("webhooks.v2.create.url", "looks at a webhook that it left", (t) => judgeCreatedStill(t, "url"));
  rule.fromStandard("webhooks.v2.create.name", "compares the answers of all creations", (t) => judgeHandedBack(t, "v2", "name"));
  rule.fromStandard("webhooks.v2.create.url", "compares the answers of all creations", (t) => judgeHandedBack(t, "v2", "url"));
  rule.fromStandard("webhooks.v2.create.event", "looks at a webhook that it left", (t) => judgeCreatedStill(t, "event"));
  rule.fromStandard("webhooks.v2.get.equals", "reads webhooks that it left beside the list", judgeAsListed);
  rule.fromStandard("webhooks.v2.put.name", "looks at an updated webhook once more", (t) => judgeUpdateStill(t, "name"));
  rule.fromStandard("webhooks.v2.put.url", "looks at an updated webhook once more", (t) => judgeUpdateStill(t, "url"));
  rule.fromStandard("webhooks.v2.put.headers", "looks at an updated webhook once more", (t) => judgeUpdateStill(t, "headers"));
  rule.fromStandard("webhooks.v2.put.headers", "compares one whose headers were taken away with one made without any", judgeNotFilled);
  rule.fromStandard("webhooks.v2.put.only-that-one", "looks at webhooks older than the run", lookingAgain(laterList.v2, judgeOthersStill));
  rule.fromStandard("webhooks.v2.put.only-that-one", "looks for webhooks of refused updates", lookingAgain(laterList.v2, (t, { list }) => judgeStrays(t, "v2UpdateWebhook", list)));
  rule.fromStandard("events.values.nonsense", "looks for webhooks of refused creations", lookingAgain(laterList.v2, (t, { list }) => judgeStrays(t, "v2CreateWebhook", list)));
  rule.fromStandard("webhooks.v2.delete.gone", "looks for the deleted webhooks once more", (t) => judgeGoneStill(t, "v2"));
  rule.fromStandard("webhooks.v2.delete.gone-in-v1", "looks for the deleted webhooks in the list of v1", judgeGoneInV1);
  rule.fromStandard("webhooks.v2.delete.only-that-one", "looks for webhooks older than the run", lookingAgain(laterList.v2, (t, { list }) => judgeLeftLater(t, "v2", list)));
  // Last: it deletes one that the others look at.
  rule.fromStandard("webhooks.v1.delete.gone", "deletes a webhook of v2 that v1 lists", judgeDeletedLast);
});
