import { STATUS_MEMBERS, statusesTold } from "../../../oracles/purchase-orders/orders.js";
import { sentValue } from "../../../oracles/purchase-orders/sent.js";
import { jsonOf } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { type Change, STATUS } from "./changes.js";
import { orderHistory, type Sent } from "./history.js";
import { readOrder } from "./reading.js";
import { isAccepted, isOf } from "./sending.js";

/** Judges that the answer to an accepted change shows no status that the order itself never had. */
export async function judgeTold(t: Check, change: Change): Promise<void> {
  const history = await t.given(orderHistory);
  for (const sent of history.sent.filter(isOf(change)).filter(isAccepted)) {
    const { id, exchange } = sent;
    // A lagging replica may never have shown the status that the run set before.
    const moves = history.sent.filter(isOf(STATUS)).filter((each) => each.id === id && isAccepted(each));
    const wrong = statusesTold(jsonOf(exchange.answer), id).find(
      ({ status }) => !history.hasShown(id, status) && ![...moves, sent].some((each) => sends(each, status)),
    );
    if (wrong === undefined) continue;
    const now = await readOrder(t, id);
    // Another client may have moved it on just then; and what is wrong by id as well breaks another rule.
    const isShown = history.hasShown(id, wrong.status) || now.record[wrong.member] === wrong.status;
    if (now.status === null || isShown) continue;
    const documented = `${wrong.member} ${now.status}, as the order shows by its id`;
    return t.breach([exchange, now.exchange], documented, wrong.status);
  }
}

/** Whether a change sends a status: a service may answer with what it got. */
function sends(sent: Sent, status: string): boolean {
  return STATUS_MEMBERS.some((member) => sentValue(sent, member) === status);
}
