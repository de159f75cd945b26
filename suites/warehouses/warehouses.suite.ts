import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { CUT_SHORT, FORM, hasNoEffect } from "../../helpers/engine/resources/odd-bodies.js";
import { expectRepeated } from "../../helpers/engine/resources/repeated.js";
import { life } from "../../helpers/engine/resources/warehouses/life.js";
import { firstWarehouses } from "../../helpers/engine/resources/warehouses/record.js";
import {
  judgeAddress,
  judgeName,
  judgeOthers,
  judgeRestored,
} from "../../helpers/engine/resources/warehouses/update-laws.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { mayBeDueTo, namesConflict, toldBy } from "../../helpers/oracles/answers/refusal.js";
import {
  asksForIndicator,
  deniesAddress,
  isAboutThePlace,
  isAboutTheWarehouse,
} from "../../helpers/oracles/warehouses/refusals.js";
import { itemOf } from "../../helpers/wire/decode.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { renderValue } from "../../helpers/wire/message.js";
import { isFailure, succeeded } from "../../helpers/wire/status.js";

/** Whether a refusal may be due to the account, to the warehouse as it is, or to a place that is looked up. */
function isExcused(refused: Answered): boolean {
  return mayBeDueTo(refused, []) || isAboutTheWarehouse(refused) || isAboutThePlace(refused);
}

async function judgeAccepted(t: Check): Promise<void> {
  const { id, answer, second, withIndicator, restored } = await t.given(life);
  if (asksForIndicator(answer))
    t.inconclusive("PUT was refused for the indicator; see warehouses.update.without-residential");
  const due = succeeded(answer) ? answer : (withIndicator ?? answer);
  if (isAboutTheWarehouse(due))
    t.inconclusive(
      `PUT of warehouse ${id} was refused: ${toldBy(due.answer)}; name another as fixture warehouse`,
      "--fixture warehouse=ID",
    );
  if (isExcused(due) || deniesAddress(due))
    t.inconclusive(`PUT was refused on account of the address or the account: ${toldBy(due.answer)}`);
  t.saw("updates");
  t.expect(due).about("the body").status(204);
  // A service may lock what it works on; a conflict by name, in place of which another name is taken, is no lock.
  const isAboutName = second !== null && namesConflict(second.answer) && succeeded(restored);
  if (second === null || (isExcused(second) && !isAboutName)) return;
  t.saw("updates under the same name");
  t.expect(second, "an update that keeps the name").status(204);
}

async function judgeRepeated(t: Check): Promise<void> {
  const { repeated } = await t.given(life);
  if (repeated === null || isAboutThePlace(repeated.again)) return;
  expectRepeated(t, repeated.again, [repeated.accepted], "warehouse")?.status(204);
}

async function judgeShorter(t: Check): Promise<void> {
  const { answer, refused } = await t.given(life);
  if (refused === null || isExcused(refused)) return;
  const documented = "addresses may leave out address_line2, which is optional: status 204, as with it";
  t.breach([refused, answer], documented, toldBy(refused.answer));
}

async function judgeAlone(t: Check): Promise<void> {
  for (const { member, exchange, instead } of (await t.given(life)).alone) {
    t.saw("updates of one member alone");
    if (succeeded(exchange) || (instead === null && !isFailure(exchange.answer.status))) continue;
    const what = `an update that changes the ${member.replace("_", " ")} alone`;
    t.expect(exchange, what, instead === null ? [] : [instead])
      .about("the warehouse")
      .status(204);
  }
}

async function judgeWithoutIndicator(t: Check): Promise<void> {
  const { answer, withIndicator, withoutIndicator } = await t.given(life);
  const made = [answer, withIndicator].filter((update) => update !== null);
  if (!made.some(succeeded) && !asksForIndicator(answer))
    t.inconclusive(
      withIndicator === null
        ? "the update was refused; only a warehouse whose return address has the indicator would show whether the missing indicator is the reason"
        : "the update was refused with the indicator too; see warehouses.update.status-204",
    );
  t.saw("updates");
  t.expect(
    withoutIndicator ?? answer,
    "a return address without address_residential_indicator is accepted",
  ).succeeds();
}

async function judgeWrongTypes(t: Check): Promise<void> {
  const { id, answer, wrongTypes, listAfter } = await t.given(life);
  t.expect(answer).successOr("warehouses.update.status-204");
  if (wrongTypes.length === 0) return leftOut(t);
  for (const { exchange } of wrongTypes) {
    t.saw("updates");
    t.expect(exchange, "a value of the wrong type").notDone();
  }
  const listed = itemOf(listAfter, id)?.name;
  const refused = wrongTypes.find(({ name }) => name === String(listed))?.exchange;
  if (listAfter === null || refused === undefined || succeeded(refused)) return;
  const documented = `warehouse ${id} keeps its name: the update was refused with ${refused.answer.status}`;
  t.breach([refused, ...listAfter.exchanges], documented, renderValue(listed));
}

async function observeIndicator(t: Check): Promise<void> {
  const { withIndicator } = await t.given(life);
  if (withIndicator === null) return leftOut(t);
  t.saw("updates");
  t.observe(`A return address with an indicator is answered with ${withIndicator.answer.status}.`);
}

async function observeIdInBody(t: Check): Promise<void> {
  const { withoutId } = await t.given(life);
  if (withoutId === null) return leftOut(t);
  t.saw("updates");
  t.observe(`An update without warehouse_id in its body is answered with ${withoutId.answer.status}.`);
}

async function observeRecord(t: Check): Promise<void> {
  const list = (await t.tryGiven(life))?.listBefore ?? (await firstWarehouses(t));
  const [first] = list?.items ?? [];
  if (first === undefined) return t.inconclusive("needs a warehouse that v2 lists");
  t.saw("warehouses");
  t.observe(`A warehouse shows ${Object.keys(first.raw).toSorted().join(", ")}.`);
}

// biome-ignore format: one rule a line
describe("PUT /v1/warehouses/{warehouse_id}", { meta: { changes: ["warehouses"] } }, () => {
  rule.fromStandard("warehouses.update.status-204", "sends name and both addresses", judgeAccepted);
  rule.fromStandard("warehouses.update.status-204", "sends the accepted body again where all others are refused", judgeRepeated);
  rule.fromStandard("warehouses.update.status-204", "leaves out second lines of addresses", judgeShorter);
  rule.fromStandard("warehouses.update.status-204", "changes one member alone", judgeAlone);
  rule.fromStandard("warehouses.update.without-residential", "leaves the indicator off the return address", judgeWithoutIndicator);
  rule.fromStandard("warehouses.update.name", "reads the name after an update", judgeName);
  rule.fromStandard("warehouses.update.origin-address", "reads the origin address after an update", (t) => judgeAddress(t, "origin_address"));
  rule.fromStandard("warehouses.update.return-address", "reads the return address after an update", (t) => judgeAddress(t, "return_address"));
  rule.fromStandard("warehouses.update.restores", "puts the former values back", judgeRestored);
  rule.fromStandard("warehouses.update.only-that-one", "lists all warehouses before and after", judgeOthers);
  rule.fromStandard("warehouses.update.wrong-types", "sends a number as name, or a text as address", judgeWrongTypes);
  rule.fromStandard("content.non-json-refused", "updates a warehouse by a form-encoded body", hasNoEffect(FORM, "warehouse", life));
  rule.fromStandard("content.unreadable-json", "updates a warehouse by truncated JSON", hasNoEffect(CUT_SHORT, "warehouse", life));
  rule.fromStandard("warehouses.update.with-residential", "puts the indicator on the return address", observeIndicator);
  rule.fromStandard("warehouses.update.id-in-body", "leaves warehouse_id out of the body", observeIdInBody);
  rule("warehouses.record", "looks at the members of a listed warehouse", observeRecord);
});

function leftOut(t: Check): never {
  return t.inconclusive("needs --effort standard or higher", "--effort standard");
}
