import { isAboutTheCaller, toldBy } from "../../../oracles/answers/refusal.js";
import { insteadOfReport, judgeReportComplete, reportsNamedIn } from "../../../oracles/reports/event.js";
import type { Delivery } from "../../../target/receiver.js";
import { idsOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { renderIds, requestLine } from "../../../wire/message.js";
import { isOwnAddress } from "../../../wire/own-address.js";
import type { Check } from "../../check/check.js";
import { redirectOf } from "../../check/redirects.js";
import { polling } from "../eventually.js";
import { completion, LATE_MS } from "./completion.js";
import { breachInDelivery, deliveries } from "./deliveries.js";
import { listing, newest, plainList, showsId, surelyLacks } from "./reports.js";

/** The contract leaves open which format a report's address serves. */
const ANY_FORM = { Accept: "*/*" };

/** Judges what the payload says by itself. */
export async function judgePayload(t: Check): Promise<void> {
  for (const { text } of await deliveries(t)) {
    const { findings, judged } = judgeReportComplete(text);
    if (!judged.includes(t.rule)) continue;
    t.saw("members judged");
    t.find(findings.filter((finding) => finding.rule === t.rule));
  }
}

/** Judges that an address of a payload leads to a report. */
export async function follow(t: Check, delivery: Delivery, href: string): Promise<void> {
  // Another host that gets no key may answer anything.
  if (!isOwnAddress(href, t.settings.url)) {
    t.observe(`An address of the payload leads to another host: ${href}.`);
    return;
  }
  // With replica lag, the event may come before the report can be read.
  const exchange = await polling(t, () => t.ask({ href, samePath: true, headers: ANY_FORM })).until(
    ({ answer }) => insteadOfReport(answer) === null || isAboutTheCaller(answer),
  );
  if (redirectOf(exchange) !== null) {
    t.observe(`An address of the payload redirects to another host: ${href}.`);
    return;
  }
  // An account may be told of reports that it may not read.
  if (isAboutTheCaller(exchange.answer))
    t.inconclusive(`the reading of a report was refused with ${toldBy(exchange.answer)}`);
  t.saw("addresses followed");
  const instead = insteadOfReport(exchange.answer);
  if (instead !== null)
    breachInDelivery(t, delivery, "the address leads to the report", `${href} answers ${instead}`);
}

/** Judges that the list shows a report that can be read by id, after waiting for replica lag. */
export async function judgeReportListed(t: Check, delivery: Delivery, id: string): Promise<void> {
  const report = await t.ask({
    operation: "v1GetAdjustmentReport",
    path: { report_id: id },
    headers: ANY_FORM,
  });
  // Another rule judges where the addresses lead.
  if (report.answer.status !== 200) return;
  const list = await listing(t, id);
  if (showsId(list, id)) {
    t.saw("reports looked for");
    return judgeInPlainList(t, delivery, id, list);
  }
  // If the event came long after the report was created, the page may not reach back to it.
  if (!(await surelyLacks(t, list, id))) return;
  t.saw("reports looked for");
  const documented = `report ${id}, which is read by its id, in the list`;
  breachInDelivery(t, delivery, documented, "a list without it", [list, report]);
}

/** Judges that the plain list, too, counts a report that another page of the list shows. */
async function judgeInPlainList(t: Check, delivery: Delivery, id: string, shown: Answered): Promise<void> {
  const isBehind = async (plain: Answered) => !showsId(plain, id) && (await surelyLacks(t, plain, id));
  const read = async () => {
    const plain = await plainList(t);
    return { plain, isBehind: await isBehind(plain) };
  };
  const last = await polling(t, read).until((reading) => !reading.isBehind);
  if (!last.isBehind) return;
  const documented = `report ${id}, which ${requestLine(shown)} shows, in the plain list too`;
  breachInDelivery(t, delivery, documented, "a list without it, of as many reports as before", [
    last.plain,
    shown,
  ]);
}

/** A late event of an earlier report is fine, as long as the new report's event comes too. */
async function mayBeLate(
  t: Check,
  { path }: Delivery,
  isNew: (delivery: Delivery) => boolean,
  known: ReadonlySet<string>,
): Promise<boolean> {
  const { former, receiver } = await t.given(completion);
  const shown = former?.whole ? await t.given(newest) : null;
  const listed = [...(shown?.created.keys() ?? [])];
  if (listed.every((id) => known.has(id))) return true;
  return receiver.waitFor((other) => other.path === path && isNew(other), LATE_MS);
}

/** Judges that no address names a report that the list held before the completion. */
export async function judgeNamed(t: Check): Promise<void> {
  const { former } = await t.given(completion);
  const all = await deliveries(t);
  if (former === null) return;
  const known = new Set(idsOf(former.oldest));
  const isNew = (delivery: Delivery) => reportsNamedIn(delivery.text).some((id) => !known.has(id));
  for (const delivery of all) {
    const old = reportsNamedIn(delivery.text).filter((id) => known.has(id));
    if (old.length === 0) continue;
    if (!isNew(delivery) && (await mayBeLate(t, delivery, isNew, known))) continue;
    const documented = "both addresses name the report that was completed";
    const [page] = former.pages.map(({ exchange }) => [exchange]);
    return breachInDelivery(t, delivery, documented, `${renderIds(old)}, which the list held before`, page);
  }
}
