import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import {
  errorsLink,
  errorsOf,
  type FollowedErrors,
  followErrors,
  judgeListed,
  linkWithoutErrors,
} from "../../helpers/engine/resources/batches/errors.js";
import { filesOf } from "../../helpers/engine/resources/batches/files.js";
import { judgeLinks } from "../../helpers/engine/resources/batches/links.js";
import { judgeListedAlike } from "../../helpers/engine/resources/batches/listed-alike.js";
import { allBatches, readBatch } from "../../helpers/engine/resources/batches/lists.js";
import { readable } from "../../helpers/engine/resources/batches/readable.js";
import { polling } from "../../helpers/engine/resources/eventually.js";
import { judgeFile } from "../../helpers/engine/resources/files.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { totalAsShown } from "../../helpers/oracles/lists/envelope.js";
import { statusOf } from "../../helpers/oracles/records/batches.js";
import { isLost } from "../../helpers/oracles/records/lost-records.js";
import { decodeOpenPage } from "../../helpers/wire/decode.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { renderValue, requestLine } from "../../helpers/wire/message.js";
import { isMissing, succeeded } from "../../helpers/wire/status.js";

function judgeErrorsLink(t: Check, { batch, href, exchange }: FollowedErrors): void {
  const { status } = exchange.answer;
  // No state of a batch forbids to list the errors that it counts.
  const isDenied = errorsOf(batch) > 0 ? isLost(exchange) : isMissing(status);
  if (!succeeded(exchange) && !isDenied)
    t.inconclusive(`the link, ${requestLine(exchange)}, was answered with ${status}`);
  t.saw("links");
  const documented = `batch_errors_url of ${batch.id}, ${renderValue(href)}, leads to its errors`;
  t.expect(exchange, documented).status(200, 204, 207);
}

describe("Batch (v1 by-id response)", { meta: { reads: ["batches"] } }, () => {
  rule("batch.href.shipments", "follows the link and asks for the same shipments", async (t) => {
    await judgeLinks(t, { member: "batch_shipments_url", list: "shipments", counted: "count" });
  });

  rule("batch.href.labels", "follows the link and asks for the same labels", async (t) => {
    await judgeLinks(t, { member: "batch_labels_url", list: "labels", counted: "completed" });
  });

  rule("batch.href.errors", "follows the link", async (t) => {
    judgeErrorsLink(t, await t.given(errorsLink));
  });

  rule.fromStandard("batch.href.errors", "follows the link of a batch that counts no errors", async (t) => {
    const followed = await t.given(linkWithoutErrors);
    if (followed !== null) judgeErrorsLink(t, followed);
  });

  rule.fromStandard(
    "batch.errors.own",
    "follows the links of batches that count errors and of one that counts none",
    judgeListed,
  );

  rule.fromStandard("paging.envelope.consistent.batches", "counts the errors behind the link", async (t) => {
    const { batch, href, exchange } = await t.given(errorsLink);
    const found = (seen: Answered) => {
      const page = decodeOpenPage(seen, "error_id");
      return page.kind === "page" ? totalAsShown({ rule: t.rule, page }) : [];
    };
    // A batch at work may get another error between its count and its list.
    const last = await polling(t, () => followErrors(t, batch, href), exchange).untilNone(found);
    t.find(found(last));
  });

  rule.fromStandard("batch.download.delivers", "fetches the files of a processed batch", async (t) => {
    const batches = (await t.given(readable)).map((batch) => ({ batch, files: filesOf(t, batch) }));
    const [fullest] = batches.toSorted((left, right) => right.files.length - left.files.length);
    if (fullest === undefined || fullest.files.length === 0)
      return t.inconclusive(
        "needs a processed batch, not archived, whose label_download is on the target's host",
      );
    for (const { member, href } of fullest.files) {
      const documented = `a non-empty file behind ${member} of batch ${fullest.batch.id}`;
      const isStillShown = async () => filesOf(t, await readBatch(t, fullest.batch.id)).length > 0;
      await judgeFile(t, href, { documented, not: [], isStillShown });
    }
  });

  rule("batch.list-by-id.identity", "reads batches of several states by id", async (t) => {
    const read = (await t.given(readable)).filter(({ raw }) => typeof raw?.batch_id === "string");
    if (read.length === 0) t.inconclusive("needs a batch that shows its batch_id by id");
    t.saw("batches", read.length);
    for (const { id, exchange } of read)
      if (!t.expect(exchange, `batch ${id}, read by its id`).shows("batch_id", id).holds) return;
  });

  rule("batch.list-by-id.rest", "reads batches of several states by id", judgeListedAlike);

  rule("batch.states", "looks at the states that batches show", async (t) => {
    const listed = (await t.given(allBatches)).items.map(({ raw }) => statusOf(raw));
    const read = (await t.given(readable)).map(({ raw }) => statusOf(raw));
    const states = [...new Set([...listed, ...read])].filter((status) => status !== null).sort();
    t.saw("batches", read.length);
    t.observe(`Batches are ${states.length === 0 ? "in no state that shows" : states.join(", ")}.`);
  });
});
