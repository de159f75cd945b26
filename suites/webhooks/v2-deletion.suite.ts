import { describe } from "vitest";
import {
  judgeAgain,
  judgeGone,
  judgeOnlyThat,
} from "../../helpers/engine/resources/webhooks/removal-laws.js";
import {
  deletionOfUnknown,
  removals,
  removedWhileListed,
  unusedIds,
  updateOfDeleted,
} from "../../helpers/engine/resources/webhooks/removals.js";
import { updates } from "../../helpers/engine/resources/webhooks/updates.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { succeeded } from "../../helpers/wire/status.js";

describe("v2 webhooks: deletion", { meta: { changes: ["webhooks"] } }, () => {
  rule("webhooks.v2.delete.accepted", "deletes an updated and a new webhook", async (t) => {
    const done = await t.given(removals("v2"));
    for (const { answer } of done) {
      // Another client may have deleted the webhook.
      const isUnknown = answer.answer.status === 404;
      const deletion = (isUnknown ? await removedWhileListed(t, "v2") : null) ?? answer;
      t.expect(deletion, "the deletion of a webhook").about("the webhook").succeeds();
      t.saw("deletions");
    }
  });

  rule("webhooks.v2.delete.gone", "looks for deleted webhooks in the list and by id", (t) =>
    judgeGone(t, "v2"),
  );

  rule("webhooks.v2.delete.only-that-one", "lists before and after deletions", (t) => judgeOnlyThat(t, "v2"));

  rule.fromStandard("webhooks.v2.delete.again", "deletes a deleted webhook", (t) => judgeAgain(t, "v2"));

  rule.fromStandard("error.404.v2.change", "updates a webhook that was deleted", async (t) => {
    // Without a webhook of the run, unknown records tell.
    const update = await t.tryGiven(updateOfDeleted);
    if (update === null) return;
    t.saw("deleted webhooks");
    if (succeeded(update))
      t.breach(update, "status 404 to the id of a deleted webhook", `status ${update.answer.status}`);
  });

  rule("webhooks.v2.delete.unknown-id", "deletes ids that no webhook has", async (t) => {
    for (const id of await unusedIds(t, "v2")) {
      const exchange = await t.given(deletionOfUnknown.v2(id));
      t.saw("ids");
      if (!t.expect(exchange).about("the id").refusedWith(400, 404).holds) return;
    }
  });

  rule("webhooks.v2.put-delete.answer", "notes status and body of an update and a deletion", async (t) => {
    const [update] = (await t.given(updates)).updates;
    const [deletion] = await t.given(removals("v2"));
    for (const exchange of [update?.answer, deletion?.answer]) {
      if (exchange === undefined) continue;
      const { status, body } = exchange.answer;
      t.saw("answers");
      t.observe(
        `${exchange.request.method} of a webhook answers ${status} with ${body.kind === "empty" ? "no" : `a ${body.kind}`} body.`,
      );
    }
  });
});
