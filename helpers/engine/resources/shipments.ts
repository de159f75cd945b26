import { operationInScope } from "../../contract/scope.js";
import { ifReadable } from "../../wire/outcome.js";
import { isObject, type Raw } from "../../wire/raw.js";
import { objectsIn } from "../../wire/search.js";
import { isSuccess } from "../../wire/status.js";
import { type Answered, type Check, given } from "../check/check.js";
import { awaitEffect } from "./eventually.js";

/** A shipment as one read showed it. */
export interface SeenShipment {
  readonly record: Raw;
  readonly exchange: Answered;
}

/** The shipments of the first page of the v2 list: objects with shipment_id, wherever they stand. Once a run. */
export const listedShipments = given(async (t): Promise<readonly Raw[]> => {
  const { answer } = await t.listedOk("v2ListShipments");
  const records = answer.body.kind === "json" ? objectsIn(answer.body.value) : [];
  return records.filter((record) => typeof record.shipment_id === "string");
});

/** The same page near the end of the run, once for all checks that look at it. */
export const shipmentsNow = given(async (t) => {
  const exchange = await t.askOk({ operation: "v2ListShipments" });
  const { body } = exchange.answer;
  const records = body.kind === "json" ? objectsIn(body.value) : [];
  return { exchange, records: records.filter((record) => typeof record.shipment_id === "string") };
});

/** Id of a listed shipment. */
export function idOf(record: Raw): string {
  return String(record.shipment_id);
}

/**
 * Reads a shipment in the generation that shows the member, as `readStill` does.
 * @throws Inconclusive when neither does
 */
export async function readShowing(t: Check, id: string, member: string): Promise<SeenShipment> {
  const { record, exchange } = await readStill(t, id, member);
  if (record !== null) return { record, exchange };
  return t.inconclusive(`shipment ${id} does not show ${member} when it is read`);
}

/**
 * Reads a shipment in the generation that shows the member: v2 first, whose payload the contract leaves open. The
 * record is null where it is answered 404.
 * @throws Inconclusive when neither shows it
 */
export async function readStill(
  t: Check,
  id: string,
  member: string,
): Promise<{ readonly record: Raw | null; readonly exchange: Answered }> {
  const asked: Answered[] = [];
  for (const operation of ["v2GetShipment", "v1GetShipment"] as const) {
    if (!operationInScope(operation, t.settings)) continue;
    const exchange = await t.ask({ operation, path: { shipment_id: id } });
    const { status, body } = exchange.answer;
    const records = status === 200 && body.kind === "json" ? objectsIn(body.value) : [];
    const record = records.find((each) => member in each);
    if (record !== undefined) return { record, exchange };
    asked.push(exchange);
  }
  const [first] = asked;
  if (first !== undefined && asked.every(({ answer }) => answer.status === 404))
    return { record: null, exchange: first };
  return t.inconclusive(`shipment ${id} does not show ${member} when it is read`);
}

/** Names of the tags that the record of a shipment shows. */
export function tagsOf({ tags }: Raw): readonly string[] {
  if (!Array.isArray(tags)) return [];
  return tags
    .map((tag: unknown) => (isObject(tag) ? tag.name : tag))
    .filter((name) => typeof name === "string");
}

/** Whether a request was accepted: a 2xx that does not say otherwise in its body. */
export function isAccepted({ answer: { status, body } }: Answered): boolean {
  const refused = body.kind === "json" && isObject(body.value) && body.value.approved === false;
  return isSuccess(status) && status !== 207 && !refused;
}

/**
 * Ids of shipments that may be changed in a way: those named as fixture `shipment:<kind>`, or, where all that the
 * target holds are fixtures, the listed ones that fit.
 * @throws Inconclusive when there are none
 */
export async function changeable(
  t: Check,
  kind: "cancellable" | "taggable",
  fits: (record: Raw) => boolean,
): Promise<readonly string[]> {
  const { writes, fixturesAll, fixtures } = t.settings;
  if (writes !== "fixtures")
    t.inconclusive(`changes a shipment; needs --writes fixtures and a fixture shipment:${kind}`);
  const named = fixtures[`shipment:${kind}`] ?? [];
  const ids =
    named.length > 0 || !fixturesAll ? named : (await t.given(listedShipments)).filter(fits).map(idOf);
  return ids.length > 0
    ? ids
    : t.inconclusive(`needs a shipment that fits; name one as fixture shipment:${kind}`);
}

/** Shipments that are tried before none counts as cancellable. */
const MOST_TRIED = 3;

export interface Tagging {
  /** The shipment. */
  readonly id: string;
  readonly tag: string;
  /** Tags that the shipment had before, which neither step may touch. */
  readonly others: readonly string[];
  readonly added: Answered;
  readonly withTag: SeenShipment;
  /** Null where the tag never showed, so that there is nothing to remove. */
  readonly removal: { readonly removed: Answered; readonly without: SeenShipment } | null;
}

/** A tag that is added to a shipment and removed again. Once a run. */
export const tagging = given(async (t): Promise<Tagging> => {
  const ids = await changeable(t, "taggable", ({ shipment_status: status }) => status !== "cancelled");
  // Beside a tag that it has already, one that is added or removed may do harm.
  const tagged = (await t.given(listedShipments)).filter((record) => tagsOf(record).length > 0).map(idOf);
  const id = ids.find((each) => tagged.includes(each)) ?? ids[0] ?? "";
  const others = tagsOf((await readShowing(t, id, "tags")).record);
  const tag = (await tagNames(t)).find((name) => !others.includes(name)) ?? `plimsoll-${t.settings.run}`;
  const path = { shipment_id: id, tag_name: tag };
  const intent = { target: t.settings.url, operation: "v2AddShipmentTag", mark: tag } as const;
  const entry = t.session.ledger.changing(intent, { operation: "v2RemoveShipmentTag", path });
  const added = await t.ask({ operation: "v2AddShipmentTag", path, removal: "hold" });
  if (added.answer.status >= 400) t.session.ledger.refused(entry);
  if (!isAccepted(added))
    t.inconclusive(`adding tag ${tag} to shipment ${id} was answered ${added.answer.status}`);
  const has = ({ record }: SeenShipment) => tagsOf(record).includes(tag);
  const withTag = await awaitEffect(() => readShowing(t, id, "tags"), has);
  const removed = await t.ask({ operation: "v2RemoveShipmentTag", path, removal: "use" });
  if (!has(withTag)) {
    if (isAccepted(removed)) t.session.ledger.removed(entry);
    return { id, tag, others, added, withTag, removal: null };
  }
  const without = await awaitEffect(
    () => readShowing(t, id, "tags"),
    (shipment) => !has(shipment),
  );
  if (!has(without)) t.session.ledger.removed(entry);
  return { id, tag, others, added, withTag, removal: { removed, without } };
});

/** Names of the account's tags; a service may know no others. */
async function tagNames(t: Check): Promise<readonly string[]> {
  const list = await ifReadable(t.listedOk("v2ListTags"));
  if (list === null || list.answer.body.kind !== "json") return [];
  return objectsIn(list.answer.body.value)
    .map(({ name }) => name)
    .filter((name) => typeof name === "string" && /^[\w-]+$/.test(name))
    .map(String);
}

/** A shipment that was cancelled, and what it showed then. */
export interface Cancelling {
  readonly id: string;
  readonly cancelled: Answered;
  readonly shown: { readonly record: Raw | null; readonly exchange: Answered };
}

/** A pending shipment that is cancelled for good. Once a run. */
export const cancelling = given(async (t): Promise<Cancelling> => {
  const member = "shipment_status";
  const ids = await changeable(t, "cancellable", (record) => record[member] === "pending");
  const answers: number[] = [];
  // The last ones of the list, since the first one is tagged.
  for (const id of ids.toReversed().slice(0, MOST_TRIED)) {
    const cancelled = await t.ask({ operation: "v2CancelShipment", path: { shipment_id: id } });
    answers.push(cancelled.answer.status);
    if (!isAccepted(cancelled)) continue;
    const shown = await awaitEffect(
      () => readStill(t, id, member),
      (shipment) => shipment.record?.[member] === "cancelled",
    );
    return { id, cancelled, shown };
  }
  return t.inconclusive(
    `cancelling was answered ${answers.join(", ")}; name a shipment that may be cancelled as fixture shipment:cancellable`,
  );
});
