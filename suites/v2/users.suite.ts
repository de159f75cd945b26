import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { needsBody } from "../../helpers/engine/resources/sample-bodies.js";
import {
  assigned,
  MOST_ASSIGNED,
  tooManyAssigned,
  whyNotRead,
} from "../../helpers/engine/resources/shipments/user-assignments.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { alike } from "../../helpers/oracles/answers/likeness.js";
import { errorsName, toldBy } from "../../helpers/oracles/answers/refusal.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { succeeded } from "../../helpers/wire/status.js";

async function judgeTooMany(t: Check): Promise<void> {
  const made = await t.given(tooManyAssigned);
  const { body, control, tooMany } = made;
  const { status } = tooMany.answer;
  if (succeeded(tooMany)) {
    const why = await whyNotRead(t, body, made);
    if (why !== null) t.inconclusive(why);
    t.saw("calls with 501 shipments");
    t.expect(tooMany, "a call with 501 shipments").refused();
    return;
  }
  const most = await t.given(assigned(MOST_ASSIGNED));
  // If 500 shipments, or a single one, get the same answer, a refusal of 501 proves nothing.
  if (alike(tooMany, most) && (control === null || alike(tooMany, control)))
    needsBody(
      t,
      "v2AssignShipmentsUser",
      `1, 500 and 501 shipments are all answered with ${status}, so the number does not seem to matter`,
    );
  t.saw("calls with 501 shipments");
  if (!succeeded(most)) t.observe(`500 shipments are answered with ${most.answer.status}.`);
}

async function judgeMost(t: Check): Promise<void> {
  const { control, areKnown, tooMany } = await t.given(tooManyAssigned);
  if (succeeded(tooMany)) return t.inconclusive("501 shipments are accepted; see limits.users-per-call");
  if (!areKnown && (control === null || !succeeded(control))) return judgeRefused(t, control, tooMany);
  const most = await t.given(assigned(MOST_ASSIGNED));
  const isRefused = most.answer.status === tooMany.answer.status;
  // Where one unknown shipment is accepted, only the number can be wrong with 500 of them.
  const isDueToNumber = isRefused && (alike(tooMany, most) || (control !== null && succeeded(control)));
  if (!succeeded(most) && !isDueToNumber)
    t.inconclusive(
      `500 shipments were answered with ${most.answer.status}, which may not be due to their number`,
    );
  t.saw("calls with 500 shipments");
  t.expect(most, "500 shipments in a call are not too many, as 501 are", [tooMany]).succeeds();
}

/** Judges 500 shipments by the status of the refusal, where unknown shipments are refused too. */
async function judgeRefused(t: Check, control: Answered | null, tooMany: Answered): Promise<void> {
  const asOne = ({ answer }: Answered) => answer.status === control?.answer.status;
  const most = await t.given(assigned(MOST_ASSIGNED));
  const isAsOne = asOne(most) && !asOne(tooMany);
  const isTooMany = most.answer.status === tooMany.answer.status && !asOne(tooMany);
  const fewer = isTooMany ? await t.given(assigned(MOST_ASSIGNED - 1)) : null;
  if (!isAsOne && (fewer === null || !asOne(fewer))) unaccepted(t, control);
  t.saw("calls with 500 shipments");
  if (fewer === null) return;
  const documented = `500 shipments are answered as 499 are, with ${fewer.answer.status}, not refused for their number`;
  t.breach([most, fewer, tooMany], documented, `status ${most.answer.status}, as for 501`);
}

/** Ends a check for which no call is accepted. */
function unaccepted(t: Check, control: Answered | null): never {
  const said = control === null ? "" : `: ${toldBy(control.answer)}`;
  if (control !== null && errorsName(control.answer, /user/i))
    needsBody(
      t,
      "v2AssignShipmentsUser",
      `a call with one unknown shipment was refused for its made-up user${said}, and one with a user of the account would settle it`,
    );
  return t.inconclusive(
    `no call with one unknown shipment is accepted${said}, and there are no 501 known ones that may be changed`,
  );
}

// biome-ignore format: one rule a line
describe("Limits", () => {
  rule.fromStandard("limits.users-per-call", "assigns a user to 1, 501 and 500 shipments, unknown ones where the target accepts them", judgeTooMany);
  rule.fromStandard("limits.users-per-call.most", "compares the answers to 1, 500 and 501 shipments, and to 499 where those to 500 and 501 are alike", judgeMost);
});
