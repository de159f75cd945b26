import { labels } from "../../../contract/lists.js";
import { isAccepted } from "../../../oracles/answers/acceptance.js";
import { isGroundless, toldBy } from "../../../oracles/answers/refusal.js";
import { decodePage, type Item, idsOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { renderIds } from "../../../wire/message.js";
import { CALM } from "../../check/again.js";
import type { Ask } from "../../check/ask.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { polling } from "../eventually.js";
import { aWhileAfter } from "../later.js";
import type { Listing } from "../listed-under.js";
import { type ReadBefore, readBefore } from "../read-before.js";
import { harmOf, tryBefore } from "../wrong-key-changes.js";
import { isCompleted, PAGE_SIZE, siblingOf, trackingOf, voidable, withSiblings } from "./voidable.js";

/** How many labels are tried before none counts as voidable. */
const MOST_TRIED = 2;
/** The operations that void a label. */
export const VOIDS = ["v1VoidLabel", "v2VoidLabel"] as const;

/** A label and its neighbours, as one page showed them. */
interface Around {
  readonly exchange: Answered;
  /** Shows a label of the same shipment that is not on that page. */
  readonly elsewhere: Answered | null;
  /** Null if the label is no longer found. */
  readonly seen: Item | null;
  /** Those on the page, and the one elsewhere. */
  readonly around: readonly Item[];
}

/** A label that was voided, and what a page with its neighbours showed afterwards. */
export interface Voided extends Around {
  readonly label: Item;
  /** The label in v2 before, where v2 shows its state. */
  readonly before: ReadBefore | null;
  readonly voided: Answered;
}

/** Voids the first of some labels that can be voided. Once a run. */
export const firstVoid = given(async (t) => {
  if (!t.inScope("v1ListLabels"))
    t.notApplicable("the voided flag is shown by the labels of v1, which this run leaves out");
  return voidOne(t, (await voidable(t)).slice(0, MOST_TRIED));
});

/** Voids a label of the run's choice. @throws Inconclusive if the target refuses */
export async function voidAnother(t: Check, label: Item): Promise<Voided> {
  return needsVoided(t, await voidOne(t, [label]));
}

/** The first label that the run voids. Once a run. */
export const voiding = given(async (t): Promise<Voided> => needsVoided(t, await t.given(firstVoid)));

/** The first label that the run voided, its shipment and its neighbours near the end of the run. Once a run. */
export const voidedLater = given(async (t): Promise<Voided> => {
  const first = await t.given(voiding);
  await aWhileAfter(t, ...VOIDS);
  await readShipment(t, first.label);
  return { ...first, ...(await readAround(t, first.label, isVoided)) };
});

/** Reads the shipment of a label; the rules about every single exchange judge what it shows. */
async function readShipment(t: Check, { raw: { shipment_id: id } }: Item): Promise<void> {
  if (!t.inScope("v1GetShipment") || typeof id !== "string" || id === "") return;
  await t.send({ operation: "v1GetShipment", path: { shipment_id: id } });
}

/** What came of voiding one of some labels. */
interface Voiding {
  readonly made: Voided | null;
  /** The label that was refused last, and what the target said. */
  readonly refused: string | null;
  /** Refusals as invalid that give no ground. */
  readonly groundless: readonly Answered[];
}

/** Voids the first of the labels that is not voided yet and can be, and reads it again, with its neighbours. */
async function voidOne(t: Check, candidates: readonly Item[]): Promise<Voiding> {
  const operation = t.inScope("v2VoidLabel") ? "v2VoidLabel" : "v1VoidLabel";
  let refused: string | null = null;
  const groundless: Answered[] = [];
  for (const label of candidates) {
    const path = { label_id: label.id };
    const ask = { operation, path, body: {} } as const;
    const read = () => readBefore(t, { operation: "v2GetLabel", path });
    const before = await tryBefore(t, ask, read, voidedIn);
    if (voidedIn(before) !== null) continue;
    const voided = await t.ask(ask);
    if (isAccepted(voided)) {
      const around = await readAround(t, label, isVoided);
      return { made: { label, before, voided, ...around }, refused, groundless };
    }
    refused = `voiding label ${label.id} was not accepted: ${toldBy(voided.answer)}`;
    if (!isGroundless(voided) || !isCompleted(label)) break;
    groundless.push(voided);
  }
  return { made: null, refused, groundless };
}

/** @throws Inconclusive if no label was voided */
function needsVoided(t: Check, { made, refused }: Voiding): Voided {
  if (made !== null) return made;
  return t.inconclusive(
    refused === null
      ? "needs a label that may be voided; name one as fixture label:voidable"
      : `${refused}; name a label that may be voided as fixture label:voidable`,
    "--fixture label:voidable=ID",
  );
}

const voidedIn = harmOf("label", "voided");

/** The v1 list, in pages of the size that it was read by. */
export async function labelPages(t: Check): Promise<Listing> {
  const { pageSize } = await t.census.list("labels");
  return { ...labels, page_size: pageSize };
}

/** Whether a label shows in both members that it is voided. */
export function isVoided(label: Item | null): boolean {
  return label !== null && label.raw.status === "voided" && label.raw.voided === true;
}

/** Other labels on the page that are voided, or no longer completed, and were not so when the run began. */
export async function voidedBeside(
  t: Check,
  { label, around }: Pick<Voided, "label" | "around">,
): Promise<readonly Item[]> {
  const others = await othersAround(t, label, around);
  const completed = new Set(idsOf((await t.census.list("labels")).oldest.filter(isCompleted)));
  return others.filter((item) => item.raw.voided === true || (completed.has(item.id) && !isCompleted(item)));
}

/** Labels on the page of the voided one that were not voided when the run began. */
export async function othersAround(
  t: Check,
  { id }: Item,
  around: readonly Item[],
): Promise<readonly Item[]> {
  const known = new Map((await t.census.list("labels")).oldest.map((item) => [item.id, item.raw]));
  return around.filter((item) => item.id !== id && known.get(item.id)?.voided === false);
}

/**
 * Voids another label and compares its neighbours before and some time after: another client is unlikely to void its
 * own labels right after both of ours, and none in a longer while after that. Null if no label is left that may be
 * voided.
 */
export async function voidAgain(
  t: Check,
  spent: Item,
  gone: readonly Item[],
): Promise<(Voided & { readonly with: readonly Item[] }) | null> {
  const left = newIn(await voidable(t), [spent, ...gone]);
  const isShipmentTaken = gone.some(({ raw }) => raw.shipment_id === spent.raw.shipment_id);
  const telling = isShipmentTaken ? withSiblings(left, (await t.census.list("labels")).oldest) : [];
  const label = middleOf(telling) ?? middleOf(left);
  if (label === undefined) return null;
  const voided = async (): Promise<readonly Item[]> =>
    voidedBeside(t, { label: spent, around: (await readAround(t, label)).around });
  const were = await voided();
  const from = performance.now();
  const first = await voidAnother(t, label);
  await aWhileAfter(t, ...VOIDS);
  const seen = { ...first, ...(await readAround(t, label, isVoided)) };
  // The first one may be on the same page.
  const hit = newIn(await voidedBeside(t, seen), [spent, ...were]);
  if (hit.length === 0) return { ...seen, with: [] };
  await t.session.pause(CALM * (performance.now() - from));
  const byOthers = idsOf(newIn(await voided(), [label, ...were, ...hit]));
  if (byOthers.length > 0)
    t.inconclusive(
      `labels are voided by others than this run: ${renderIds(byOthers)}; run again while fewer clients write to the target`,
    );
  return { ...seen, with: hit };
}

function newIn(items: readonly Item[], former: readonly Item[]): readonly Item[] {
  return items.filter(({ id }) => former.every((other) => other.id !== id));
}

function middleOf(items: readonly Item[]): Item | undefined {
  return items[Math.floor(items.length / 2)];
}

/** Looks up a label of the same shipment that is not among those of the page. */
async function readElsewhere(t: Check, label: Item, around: readonly Item[]): Promise<Answered | null> {
  const sibling = siblingOf(label, (await t.census.list("labels")).oldest);
  if (sibling === undefined || around.some(({ id }) => id === sibling.id)) return null;
  return t.askOk({ operation: "v1ListLabels", query: { tracking_number: trackingOf(sibling.raw) } });
}

/** Reads a label with its neighbours until it is as expected; gives up after a while. */
async function readAround(
  t: Check,
  label: Item,
  arrived: (label: Item | null) => boolean = () => true,
): Promise<Around> {
  const { oldest } = await t.census.list("labels");
  const rank = oldest.findIndex(({ id }) => id === label.id);
  const page = Math.floor(rank / PAGE_SIZE) + 1;
  let query: NonNullable<Ask["query"]> = {
    page,
    page_size: PAGE_SIZE,
    sort_dir: "asc",
    sort_by: "created_at",
  };
  const read = async () => {
    const exchange = await t.askOk({ operation: "v1ListLabels", query });
    const around = itemsOf(exchange);
    const seen = around.find(({ id }) => id === label.id) ?? null;
    // It may be on another page by now, or the paging may be wrong.
    if (seen === null) query = { tracking_number: trackingOf(label.raw) };
    return { exchange, seen, around };
  };
  const shown = await polling(t, read).until(({ seen }) => arrived(seen));
  const elsewhere = await readElsewhere(t, label, shown.around);
  const others = elsewhere === null ? [] : newIn(itemsOf(elsewhere), shown.around);
  return { ...shown, elsewhere, around: [...shown.around, ...others] };
}

/** The labels on a page; none where it cannot be read. */
export function itemsOf(exchange: Answered): readonly Item[] {
  const decoded = decodePage(exchange, "labels");
  return decoded.kind === "page" ? decoded.items : [];
}
