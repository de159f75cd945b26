import { labels } from "../../../contract/lists.js";
import { type Item, idsOf, type Page } from "../../../wire/decode.js";
import { emptiedIn } from "../../../wire/emptied.js";
import { plural, renderIds, renderValue } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { accepted, askPage } from "../../lists/asking/pages.js";
import { notListed } from "../../operations/asked-before.js";
import { polling } from "../eventually.js";
import { isGone, isThere, readListed } from "../listed-under.js";
import { judgeRenewed } from "../read-before.js";
import { isStillListed } from "./listed.js";
import { isCompleted, trackingOf } from "./voidable.js";
import { underStatus } from "./voided-elsewhere.js";
import { isVoided, labelPages, othersAround, type Voided, voidAgain, voidedBeside } from "./voiding.js";

/** What a label is found by, and what it belongs to: no void takes that away. */
const KEPT = ["tracking_number", "shipment_id", "carrier_id", "service_code", "batch_id"] as const;

/** Judges that a voided label shows it, and that it still names what it belongs to. */
export async function judgeFlag(t: Check, { label, exchange, seen, voided }: Voided): Promise<void> {
  t.saw("labels voided");
  if (seen !== null && isVoided(seen)) {
    const [emptied] = emptiedIn(KEPT, label.raw, seen.raw);
    if (emptied === undefined) return;
    const documented = `label ${label.id} has ${emptied} ${renderValue(label.raw[emptied])} as before it was voided`;
    t.breach([exchange, voided], documented, renderValue(seen.raw[emptied]));
    return;
  }
  if (seen === null) await needsOlderListed(t, label);
  const shown = `status ${renderValue(seen?.raw.status)}, voided ${renderValue(seen?.raw.voided)}`;
  const received = seen === null ? "it is not listed any more" : shown;
  t.breach(exchange, `label ${label.id} with status voided and voided true`, received);
}

/**
 * @throws Inconclusive if the next older label that was not voided has left the list too: then labels are removed
 * anyway
 */
async function needsOlderListed(t: Check, { id }: Item): Promise<void> {
  const { oldest } = await t.census.list("labels");
  const before = oldest.slice(0, idsOf(oldest).indexOf(id));
  const older = before.findLast(({ raw }) => raw.voided === false && trackingOf(raw) !== "");
  if (older !== undefined && !(await isStillListed(t, older)))
    t.inconclusive(
      `label ${id} is not listed any more after it was voided, nor is label ${older.id}, which was not voided`,
    );
}

/** Judges that v2, if it uses v1's words, no longer shows by its id the state that it showed before the void. */
export async function judgeByIdInV2(t: Check, { label, before, voided, seen }: Voided): Promise<void> {
  if (before === null || before.shown.state !== label.raw.status || !isVoided(seen)) return;
  await judgeRenewed(t, before, voided, `label ${label.id} is voided by its id in v2 too`);
}

/** Judges that a label which shows that it is voided is found under that status. */
export async function judgeUnderStatus(t: Check, { label, exchange, seen }: Voided): Promise<void> {
  if (!isVoided(seen)) return;
  const found = await t.given(underStatus);
  if (found === null) return;
  t.saw("labels voided before");
  if (isThere(found.record)) return;
  const documented = `label ${label.id}, which shows status voided, under label_status=voided`;
  t.breach([found.exchange, exchange], documented, notListed(found.href));
}

/** Judges that a label which shows that it is voided is no longer found under the status that it had. */
export async function judgeLeftCompleted(t: Check, { label, exchange, seen }: Voided): Promise<void> {
  if (!isVoided(seen) || label.raw.status !== "completed") return;
  const filter = { label_status: "completed" };
  const found = await ifReadable(readListed(t, await labelPages(t), label.id, filter, isGone));
  if (found === null) return;
  t.saw("labels voided before");
  if (isGone(found.record)) return;
  const documented = `label ${label.id}, which shows status voided, is no longer listed under label_status=completed`;
  t.breach([found.exchange, exchange], documented, "it is still listed there");
}

/**
 * Judges that the completed labels are counted without a voided one, where one page holds all those that were completed
 * before, and is the only one.
 */
export async function judgeCompletedTotal(t: Check, { label, exchange, seen }: Voided): Promise<void> {
  if (t.isFoundBroken(t.rule) || !isVoided(seen) || !isCompleted(label)) return;
  const { oldest, pageSize: page_size } = await t.census.list("labels");
  const read = async () => accepted(t, await askPage(t, labels, { label_status: "completed", page_size }));
  const isRight = ({ pages, total, items }: Page) => pages !== 1 || total === items.length;
  const page = await ifReadable(polling(t, read).until(isRight));
  if (page === null || page.total === null || page.pages !== 1) return;
  const held = new Set(idsOf(page.items));
  const due = idsOf(oldest.filter(isCompleted)).filter((id) => id !== label.id);
  // The filter may be wrong instead, or the page cut off.
  if (held.has(label.id) || due.some((id) => !held.has(id))) return;
  t.saw("labels voided before");
  if (page.total === held.size) return;
  const documented = `total counts the ${plural(held.size, "label")} with label_status=completed, without label ${label.id}, which was voided`;
  t.breach([page.exchange, exchange], documented, `total ${page.total}`, "/total");
}

/** Judges that no label besides the voided one was voided, or changed its state, with it. */
export async function judgeBeside(t: Check, first: Voided): Promise<void> {
  const others = await othersAround(t, first.label, first.around);
  if (others.length === 0) t.inconclusive("needs a label besides the voided one that is not voided");
  t.saw("other labels", others.length);
  const gone = await voidedBeside(t, first);
  if (gone.length === 0) return;
  // Another client may have voided it at the same time, but is unlikely to do so twice.
  const again = await voidAgain(t, first.label, gone);
  if (again === null)
    return t.inconclusive(
      `${renderIds(idsOf(gone))} changed after ${first.label.id} was voided; a second fixture label:voidable would show whether the void caused it`,
      "--fixture label:voidable=ID",
    );
  if (again.with.length === 0) return;
  // Where others void many, a third label tells, as far as there is one.
  const near = nextTo(
    [first.label, ...gone, again.label, ...again.with],
    (await t.census.list("labels")).oldest,
  );
  const last = (await voidAgain(t, again.label, near)) ?? again;
  if (last.with.length === 0)
    t.inconclusive(
      `labels changed after ${first.label.id} and ${again.label.id} were voided, and none after ${last.label.id} was: another client may void labels too; run again`,
    );
  const received = `changed with it: ${renderIds(idsOf(last.with))}`;
  const shown = [last.exchange, ...(last.elsewhere ? [last.elsewhere] : [])];
  t.breach([...shown, last.voided], `only label ${last.label.id} is voided`, received);
}

/** Labels with those right beside them: a void that takes its neighbour along finds none to take there. */
function nextTo(labels: readonly Item[], oldest: readonly Item[]): readonly Item[] {
  const taken = new Set(idsOf(labels));
  const isTaken = (item: Item | undefined) => item !== undefined && taken.has(item.id);
  return oldest.filter((item, at) => [item, oldest[at - 1], oldest[at + 1]].some(isTaken));
}
