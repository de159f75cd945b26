import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { life, WRONG_NAME } from "../../helpers/engine/resources/warehouses/life.js";
import {
  addressDifferences,
  isNewlyLike,
  lostMembers,
} from "../../helpers/engine/resources/warehouses/likeness.js";
import {
  firstWarehouses,
  type Members,
  needsShown,
  type SeenWarehouse,
  type WhichAddress,
} from "../../helpers/engine/resources/warehouses/record.js";
import {
  asksForIndicator,
  deniesAddress,
  isAboutThePlace,
} from "../../helpers/engine/resources/warehouses/refusals.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { isAboutTheCaller, mayBeDueTo, toldBy } from "../../helpers/oracles/answers/refusal.js";
import { idsOf, itemOf } from "../../helpers/wire/decode.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { renderIds, renderValue } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { jsonOf } from "../../helpers/wire/raw.js";
import { findIds } from "../../helpers/wire/search.js";
import { succeeded } from "../../helpers/wire/status.js";

describe("PUT /v1/warehouses/{warehouse_id}", { meta: { changes: ["warehouses"] } }, () => {
  rule.fromStandard("warehouses.update.status-204", "sends name and both addresses", async (t) => {
    const { answer, second, withIndicator } = await t.given(life);
    if (asksForIndicator(answer))
      t.inconclusive("PUT was refused for the indicator; see warehouses.update.without-residential");
    const due = succeeded(answer) ? answer : (withIndicator ?? answer);
    if (mayBeDueTo(due, []) || isAboutThePlace(due) || deniesAddress(due))
      t.inconclusive(`PUT was refused on account of the address or the account: ${toldBy(due.answer)}`);
    t.saw("updates");
    t.expect(due).about("the body").status(204);
    if (second === null || isAboutTheCaller(second.answer) || isAboutThePlace(second)) return;
    t.saw("updates under the same name");
    t.expect(second, "an update that keeps the name").status(204);
  });

  rule.fromStandard(
    "warehouses.update.without-residential",
    "leaves the indicator off the return address",
    async (t) => {
      const { answer, withIndicator } = await t.given(life);
      const made = [answer, withIndicator].filter((update) => update !== null);
      if (!made.some(succeeded) && !asksForIndicator(answer))
        t.inconclusive(
          withIndicator === null
            ? "the update was refused; only a warehouse whose return address has the indicator would show whether for its lack"
            : "the update was refused with the indicator too; see warehouses.update.status-204",
        );
      t.saw("updates");
      t.expect(answer, "a return address without address_residential_indicator is accepted").succeeds();
    },
  );

  rule.fromStandard("warehouses.update.name", "reads the name after an update", async (t) => {
    const { id, sent, answer, original, after, listAfter, isListedAsBefore, isRestless } =
      await t.given(life);
    shownAfter(t, answer);
    needsMember(t, original, "name");
    if (original === null || after === null || after.name === null)
      return t.inconclusive(`v2 shows no name of warehouse ${id}`);
    t.saw("warehouses");
    if (after.name === sent.name) {
      if (listAfter === null || !isListedAsBefore) return;
      const documented = `the list shows warehouse ${id} under its new name, ${renderValue(sent.name)}`;
      return t.breach(listAfter.exchanges, documented, renderValue(original.name));
    }
    if (isRestless) leftToOthers(t, id);
    const documented = `the updated warehouse shows the name ${renderValue(sent.name)}`;
    t.breach([after.exchange, answer], documented, renderValue(after.name));
  });

  rule.fromStandard("warehouses.update.origin-address", "reads the origin address after an update", (t) =>
    judgeAddress(t, "origin_address"),
  );

  rule.fromStandard("warehouses.update.return-address", "reads the return address after an update", (t) =>
    judgeAddress(t, "return_address"),
  );

  rule.fromStandard("warehouses.update.restores", "puts the former values back", async (t) => {
    const { id, sent, answer, original, after, restored, atLast, isRestless } = await t.given(life);
    shownAfter(t, answer);
    needsMember(t, original, "name");
    if (original === null || after === null || atLast === null)
      return t.inconclusive(`v2 shows no name of warehouse ${id}`);
    if (after.name !== sent.name)
      t.inconclusive("the first update did not arrive; see warehouses.update.name");
    if (!succeeded(restored))
      t.inconclusive(`the former values were refused: ${toldBy(restored.answer)}, so they cannot show again`);
    t.saw("warehouses");
    // A target may trim what it is sent, also where a name that it shows has blanks around it.
    if (atLast.name?.trim() === original.name?.trim()) return;
    if (isRestless) leftToOthers(t, id);
    const documented = `the former name ${renderValue(original.name)}`;
    t.breach([atLast.exchange, restored], documented, renderValue(atLast.name));
  });

  rule.fromStandard("warehouses.update.only-that-one", "lists all warehouses before and after", async (t) => {
    const { id, sent, answer, listBefore, listAfter } = await t.given(life);
    shownAfter(t, answer);
    if (listBefore === null && !(await showsIds(t)))
      return t.notApplicable("v2 lists warehouses without a warehouse_id, which the contract leaves open");
    if (listBefore === null || listAfter === null)
      return t.inconclusive("not all of what v2 lists shows an array of objects with a warehouse_id");
    const others = listBefore.items.filter((item) => item.id !== id);
    if (others.length === 0) t.inconclusive("needs a second warehouse");
    t.saw("other warehouses", others.length);
    const touched = others.filter((item) => {
      const now = itemOf(listAfter, item.id);
      return now === null ? listAfter.whole : isNewlyLike(sent, item.raw, now);
    });
    if (touched.length === 0) return;
    const received = `changed too: ${renderIds(idsOf(touched))}`;
    t.breach([answer, ...listAfter.exchanges], `only warehouse ${id} is changed`, received);
  });

  rule.fromStandard(
    "warehouses.update.wrong-types",
    "sends a number as name, or a text as address",
    async (t) => {
      const { id, answer, wrongTypes, listAfter } = await t.given(life);
      t.expect(answer).successOr("warehouses.update.status-204");
      const [first] = wrongTypes;
      if (first === undefined) return leftOut(t);
      for (const wrong of wrongTypes) {
        t.saw("updates");
        t.expect(wrong, "a value of the wrong type").notDone();
      }
      const listed = itemOf(listAfter, id)?.name;
      if (listAfter === null || succeeded(first) || String(listed) !== String(WRONG_NAME)) return;
      const documented = `warehouse ${id} keeps its name: the number was refused with ${first.answer.status}`;
      t.breach([first, ...listAfter.exchanges], documented, renderValue(listed));
    },
  );

  rule.fromStandard("content.non-json-refused", "updates a warehouse by a form-encoded body", async (t) => {
    // Where no warehouse may be changed, other checks of the rule decide.
    const form = (await ifReadable(t.given(life)))?.form ?? null;
    if (form === null) return;
    const { exchange, isDone } = form;
    const { status } = exchange.answer;
    t.saw("bodies");
    if (isDone) {
      const received = `status ${status}, and the warehouse was changed`;
      t.breach(exchange, "a form-encoded body has no effect", received);
    } else if (succeeded(exchange))
      t.observe(`A warehouse update sent as a form was answered with ${status} and had no effect.`);
  });

  rule.fromStandard(
    "warehouses.update.with-residential",
    "puts the indicator on the return address",
    async (t) => {
      const { withIndicator } = await t.given(life);
      if (withIndicator === null) return leftOut(t);
      t.saw("updates");
      t.observe(`A return address with an indicator is answered with ${withIndicator.answer.status}.`);
    },
  );

  rule.fromStandard("warehouses.update.id-in-body", "leaves warehouse_id out of the body", async (t) => {
    const { withoutId } = await t.given(life);
    if (withoutId === null) return leftOut(t);
    t.saw("updates");
    t.observe(`An update without warehouse_id in its body is answered with ${withoutId.answer.status}.`);
  });

  rule("warehouses.record", "looks at the members of a listed warehouse", async (t) => {
    const list = (await ifReadable(t.given(life)))?.listBefore ?? (await firstWarehouses(t));
    const [first] = list?.items ?? [];
    if (first === undefined) return t.inconclusive("needs a warehouse that v2 lists");
    t.saw("warehouses");
    t.observe(`A warehouse shows ${Object.keys(first.raw).toSorted().join(", ")}.`);
  });
});

/** After an update, v2 shows an address as sent. */
async function judgeAddress(t: Check, which: WhichAddress): Promise<void> {
  const lived = await t.given(life);
  const { id, answer, second, original, after, isRestless } = lived;
  shownAfter(t, answer);
  needsMember(t, original, which);
  const sent = lived.sent[which];
  const shown = after?.[which] ?? null;
  if (shown === null) return t.inconclusive("v2 does not show this address of the warehouse");
  t.saw("addresses");
  const [member] = [...addressDifferences(sent, shown), ...lostMembers(lived, which, sent, shown)];
  if (member === undefined) return;
  if (isRestless) leftToOthers(t, id);
  const update = second !== null && succeeded(second) ? second : answer;
  const documented = `the updated address shows ${member} ${renderValue(sent[member])}`;
  t.breach(update, documented, renderValue(shown[member]), `/${member}`);
}

function leftOut(t: Check): never {
  return t.inconclusive("needs --effort standard or higher", "--effort standard");
}

/** Ends a check of a warehouse that another client changes all the time. */
function leftToOthers(t: Check, id: string): never {
  return t.inconclusive(
    `another client keeps changing warehouse ${id}; run again while none does, or name another as fixture warehouse`,
    "--fixture warehouse=ID",
  );
}

/** Whether v2 lists warehouses with their ids. */
async function showsIds(t: Check): Promise<boolean> {
  const { answer } = await t.listedOk("v2ListWarehouses");
  return findIds(jsonOf(answer), "warehouse_id").length > 0;
}

/** Ends a check of a member that v2 leaves out of a warehouse's record, whose members the contract leaves open. */
function needsMember(t: Check, shown: SeenWarehouse | null, member: keyof Members): void {
  if (shown !== null && shown[member] === null)
    t.notApplicable(
      `v2 shows no ${member.replace("_", " ")} of a warehouse, and the contract leaves open what it shows`,
    );
}

/** Only a successful update has effects to judge, and only v2 shows them. */
function shownAfter(t: Check, update: Answered): void {
  needsShown(t);
  t.expect(update).successOr("warehouses.update.status-204");
}
