import { isAccepted } from "../../../oracles/answers/acceptance.js";
import { isGroundless, refusesContent, toldBy } from "../../../oracles/answers/refusal.js";
import { newlyTagged, shipmentIdOf } from "../../../oracles/records/shipments-beside.js";
import { OF_RUNS } from "../../../target/messages/made-up.js";
import type { Answered } from "../../../wire/exchange.js";
import { renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Raw } from "../../../wire/raw.js";
import { objectsIn } from "../../../wire/search.js";
import { is4xx } from "../../../wire/status.js";
import { hasTag, tagsOf } from "../../../wire/tags.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { polling } from "../eventually.js";
import { aWhileAfter } from "../later.js";
import { readListed, type StillSeen } from "../listed-under.js";
import { tryBefore } from "../wrong-key-changes.js";
import {
  around,
  changeable,
  LIST,
  listedShipments,
  listNow,
  readTagged,
  recordsAfter,
  type SeenShipment,
} from "./reading.js";

/** From how many pending shipments on one is left that no other check cancels. */
const ENOUGH_PENDING = 8;

export interface Tagging {
  /** The shipment. */
  readonly id: string;
  readonly tag: string;
  /**
   * A second tag that stays until the end of the run, if possible with the first tag as prefix, a blank, which paths
   * encode, and capital letters at its end; null if there is none.
   */
  readonly kept: string | null;
  /** Tags that the shipment had before, but for those of other runs: no step may touch them. */
  readonly others: readonly string[];
  /** The shipment before any tag was added, and with the tags. */
  readonly untagged: SeenShipment;
  readonly withTag: SeenShipment;
  /**
   * The shipment as v1 shows it, without a record if only a list was readable, which lacks it; null if v1 shows no
   * tags.
   */
  readonly inV1: StillSeen | null;
  /** The v1 list under the tag, if it lacks the shipment. */
  readonly unlisted: Answered | null;
  /** Null if the tag never showed, so that there is nothing to remove. */
  readonly removal: { readonly removed: Answered; readonly without: SeenShipment } | null;
}

/** Adds two tags to a shipment and removes one again. Once a run. */
export const tagging = given(async (t): Promise<Tagging> => {
  const { made, answers } = await t.given(firstTag);
  if (made === null)
    return t.inconclusive(
      `${answers.join("; ")}; name a shipment that may be tagged as fixture shipment:taggable`,
      "--fixture shipment:taggable=ID",
    );
  const { id, untagged, others, tag, further, entry } = made;
  const kept = t.affords("v2.shipments.tags-kept")
    ? ((await keepTag(t, id, `${tag} ${OF_RUNS}${t.settings.run} AB`)) ?? (await keepTag(t, id, further)))
    : null;
  const strange = `${OF_RUNS}${t.settings.run}-wrong-key`;
  const withTag = await tryBefore(
    t,
    { operation: "v2AddShipmentTag", path: { shipment_id: id, tag_name: strange } },
    () => polling(t, () => readTagged(t, id)).until((shipment) => hasAll(shipment, [tag, kept, ...others])),
    ({ record, exchange }) =>
      hasTag(record, strange) ? { shown: `shipment ${id} has the tag ${strange}`, reading: exchange } : null,
  );
  if (hasTag(withTag.record, strange))
    await t.ask({ operation: "v2RemoveShipmentTag", path: { shipment_id: id, tag_name: strange } });
  const { inV1, unlisted } = await readInV1(t, id, tag, withTag);
  const removed = await t.ask({
    operation: "v2RemoveShipmentTag",
    path: { shipment_id: id, tag_name: tag },
    removal: "use",
  });
  const seen = { id, tag, kept, others, untagged, withTag, inV1, unlisted };
  if (!hasAll(withTag, [tag])) {
    if (isAccepted(removed)) t.session.ledger.removed(entry);
    return { ...seen, removal: null };
  }
  const without = await polling(t, () => readTagged(t, id)).until(
    // A lagging replica may show the shipment as it was before either tag was added.
    (shipment) => !hasAll(shipment, [tag]) && hasAll(shipment, [kept, ...others]),
  );
  if (!hasAll(without, [tag])) t.session.ledger.removed(entry);
  return { ...seen, removal: { removed, without } };
});

/** Adds a tag to the first of some shipments that takes it. Once a run. */
export const firstTag = given(async (t) => {
  const answers: string[] = [];
  const groundless: Answered[] = [];
  const known = await accountTags(t);
  for (const id of await taggable(t)) {
    const untagged = await readTagged(t, id);
    const others = tagsOf(untagged.record).filter((name) => !name.includes(OF_RUNS));
    const [tag = "", further = ""] = await unusedTags(t, others);
    // V1 may keep answers of its own, and forget to renew them.
    if (t.affords("v2.shipments.tags-in-v1")) await ifReadable(readTagged(t, id, ["v1GetShipment"]));
    const { added, entry } = await addTag(t, id, tag);
    if (entry !== null) return { made: { id, untagged, others, tag, further, entry }, answers, groundless };
    answers.push(`adding tag ${tag} to shipment ${id} was answered with ${toldBy(added.answer)}`);
    if (!refusesContent(added.answer)) break;
    // A service may first want to know a tag.
    if (known.includes(tag) && isGroundless(added)) groundless.push(added);
  }
  return { made: null, answers, groundless };
});

/**
 * A shipment that may be tagged, preferably with a tag: adding or removing another one may damage it. Behind it one of
 * another status, which may be taggable where the first is not.
 */
async function taggable(t: Check): Promise<readonly string[]> {
  const ids = around(await changeable(t, "shipment:taggable", isUntouched), 0.4);
  const listed = await t.given(listedShipments);
  const tagged = listed.filter((record) => tagsOf(record).length > 0).map(shipmentIdOf);
  const first = ids.find((each) => tagged.includes(each)) ?? ids[0] ?? "";
  const statusOf = (id: string) => listed.find((each) => shipmentIdOf(each) === id)?.shipment_status;
  const further = [...ids, ...(t.settings.fixturesAll ? spareShipments(listed) : [])];
  const other = further.find((each) => each !== first && statusOf(each) !== statusOf(first));
  return other === undefined ? [first] : [first, other];
}

/** Whether no other check changes the shipment. */
function isUntouched({ shipment_status: status }: Raw): boolean {
  return status !== "cancelled" && status !== "pending";
}

/** Pending shipments where there are many, from the end of the list, where the checks that cancel some begin last. */
function spareShipments(listed: readonly Raw[]): readonly string[] {
  const pending = listed.filter((record) => record.shipment_status === "pending").map(shipmentIdOf);
  return pending.length < ENOUGH_PENDING ? [] : pending.slice(-1);
}

/** Whether a shipment shows all of these tags; null stands for none. */
function hasAll({ record }: SeenShipment, names: readonly (string | null)[]): boolean {
  return names.every((name) => name === null || hasTag(record, name));
}

/** Adds a tag; its ledger entry is null if the target did not accept it. */
async function addTag(t: Check, shipment_id: string, tag: string) {
  const path = { shipment_id, tag_name: tag };
  const intent = { target: t.settings.url, operation: "v2AddShipmentTag", mark: tag } as const;
  const entry = t.session.ledger.changing(intent, { operation: "v2RemoveShipmentTag", path });
  const added = await t.ask({ operation: "v2AddShipmentTag", path, removal: "hold" });
  if (is4xx(added.answer.status)) t.session.ledger.refused(entry);
  return { added, entry: isAccepted(added) ? entry : null };
}

/** Adds a tag that is removed at the end of the run. */
async function keepTag(t: Check, shipment_id: string, tag: string): Promise<string | null> {
  const { entry } = await addTag(t, shipment_id, tag);
  if (entry === null) return null;
  const removal = { operation: "v2RemoveShipmentTag", path: { shipment_id, tag_name: tag } } as const;
  t.session.debts.set(entry, { entry, removal });
  return tag;
}

/** Adds another tag, which no listed shipment has: which others on the page get it too. Null if none is accepted. */
export async function tagAgain(t: Check, { id, others, tag, kept }: Tagging) {
  const before = await listNow(t);
  const borne = new Set(before.records.flatMap(tagsOf));
  for (const name of (await unusedTags(t, [...others, tag, kept ?? ""])).toReversed()) {
    if (borne.has(name) || (await keepTag(t, id, name)) === null) continue;
    const { exchange, records } = await recordsAfter(t);
    return { tag: name, exchange, with: newlyTagged(id, [name], before.records, records) };
  }
  return null;
}

/** A shipment to which its tags were added once more: with them, in v1 too where that shows tags, and some time later. */
interface TaggedAgain {
  readonly withTag: SeenShipment;
  readonly inV1: SeenShipment | null;
  readonly later: SeenShipment;
}

/**
 * Adds and removes the same tags of the shipment once more, and puts back those of others that it lost: another client
 * may remove a tag once, but is unlikely to do so each time. Once a run.
 */
const taggedAgain = given(async (t): Promise<TaggedAgain> => {
  const { id, tag, kept, others, inV1 } = await t.given(tagging);
  const remove = (tag_name: string) =>
    t.ask({ operation: "v2RemoveShipmentTag", path: { shipment_id: id, tag_name }, removal: "use" });
  const shown = tagsOf((await readTagged(t, id)).record);
  for (const lost of others.filter((name) => !shown.includes(name)))
    await t.ask({ operation: "v2AddShipmentTag", path: { shipment_id: id, tag_name: lost } });
  for (const own of [tag, kept]) if (own !== null && shown.includes(own)) await remove(own);
  const readV1 = () => readTagged(t, id, ["v1GetShipment"]);
  // A service may keep answers of its own, and forget to renew them.
  await readTagged(t, id);
  if (inV1 !== null) await ifReadable(readV1());
  const { entry } = await addTag(t, id, tag);
  if (kept !== null) await keepTag(t, id, kept);
  const all = [tag, kept, ...others];
  const withTag = await polling(t, () => readTagged(t, id)).until((shipment) => hasAll(shipment, all));
  const again = inV1 && (await ifReadable(polling(t, readV1).until((shipment) => hasAll(shipment, [tag]))));
  await remove(tag);
  await aWhileAfter(t, "v2AddShipmentTag", "v2RemoveShipmentTag");
  const isLeft = (shipment: SeenShipment) => hasAll(shipment, [kept]) && !hasAll(shipment, [tag]);
  const later = await polling(t, () => readTagged(t, id)).until(isLeft);
  if (entry !== null && !hasAll(later, [tag])) t.session.ledger.removed(entry);
  return { withTag, inV1: again, later };
});

/**
 * What a reading lacks of tags that are due, if a reading of the same kind lacks them too once they were added again.
 * @param of that reading
 * @throws Inconclusive if that shows them: another client may have removed them
 */
export async function missingTags(
  t: Check,
  { record }: SeenShipment,
  due: readonly string[],
  of: (again: TaggedAgain) => SeenShipment | null,
): Promise<readonly string[]> {
  const missing = (shown: Raw | null) => due.filter((name) => !hasTag(shown, name));
  if (missing(record).length === 0) return [];
  const again = await t.tryGiven(taggedAgain);
  const seen = again && of(again);
  if (seen !== null && missing(seen.record).length === 0)
    t.inconclusive(
      `a shipment lacked the tags ${renderIds(missing(record))}, but not when they were added again: another client may have removed them; run again`,
    );
  return missing(record);
}

/** Names for tags that the shipment does not have: first the account's, since a service may accept no others. */
async function unusedTags(t: Check, others: readonly string[]): Promise<readonly string[]> {
  const own = `${OF_RUNS}${t.settings.run}`;
  return [...(await accountTags(t)), own, `${own}-further`, `${own}-again`].filter(
    (name) => !others.includes(name),
  );
}

/** The shipment in v1 by its id, or from the list under its tag where that is all that can be read. */
async function readInV1(
  t: Check,
  id: string,
  tag: string,
  shown: SeenShipment,
): Promise<Pick<Tagging, "inV1" | "unlisted">> {
  if (!t.affords("v2.shipments.tags-in-v1")) return { inV1: null, unlisted: null };
  const has = (record: Raw | null) => hasTag(record, tag);
  const listed = await ifReadable(readListed(t, LIST, id, { tag }, has));
  const isById = shown.exchange.operation === "v1GetShipment";
  const read = () => readTagged(t, id, ["v1GetShipment"]);
  const byId = isById ? shown : await ifReadable(polling(t, read).until(({ record }) => has(record)));
  const unlisted = listed?.record === null ? listed.exchange : null;
  return { inV1: byId ?? listed, unlisted };
}

/** Names of the account's tags, first those with a capital, which may get lost. */
async function accountTags(t: Check): Promise<readonly string[]> {
  const list = await ifReadable(t.listedOk("v2ListTags"));
  if (list === null || list.answer.body.kind !== "json") return [];
  return objectsIn(list.answer.body.value)
    .map(({ name }) => name)
    .filter((name) => typeof name === "string")
    .filter((name) => /^[\w-]+$/.test(name))
    .toSorted((one, other) => Number(/[A-Z]/.test(other)) - Number(/[A-Z]/.test(one)));
}
