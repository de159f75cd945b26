import { describe } from "vitest";
import { operationInScope } from "../../helpers/contract/scope.js";
import { type Answered, type Ask, type Check, given } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { finding } from "../../helpers/oracles/finding.js";
import { decodePage, type Item } from "../../helpers/wire/decode.js";
import { renderIds, renderValue } from "../../helpers/wire/message.js";
import { succeeded } from "../../helpers/wire/status.js";

/** Readings of a label that was just voided, and the time between two of them in milliseconds. */
const READINGS = 4;
const PAUSE = 500;
/** Between the times of two labels that one request voided, at most, in milliseconds. */
const SAME_MS = 1000;
/** Labels around it that are read with it. */
const PAGE_SIZE = 25;

/** A label that was voided, and what a page with labels around it showed afterwards. */
interface Voided {
  readonly label: Item;
  readonly voided: Answered;
  readonly exchange: Answered;
  /** Null where the label is found no more. */
  readonly seen: Item | null;
  readonly around: readonly Item[];
}

const voiding = given(async (t): Promise<Voided> => {
  if (!operationInScope("v1ListLabels", t.settings))
    t.notApplicable("the voided flag is shown by the labels of v1, which this run leaves out");
  const [label] = await voidable(t);
  if (label === undefined)
    return t.inconclusive("needs a label that may be voided; name one as fixture label:voidable");
  return voidLabel(t, label);
});

/** Voids a label and reads it again, with those around it. */
async function voidLabel(t: Check, label: Item): Promise<Voided> {
  const operation = operationInScope("v2VoidLabel", t.settings) ? "v2VoidLabel" : "v1VoidLabel";
  const voided = await t.ask({ operation, path: { label_id: label.id }, body: {} });
  if (!succeeded(voided)) {
    t.inconclusive(
      `voiding label ${label.id} was answered ${voided.answer.status}; name a label that may be voided as fixture label:voidable`,
    );
  }
  return { label, voided, ...(await readUntilVoided(t, label)) };
}

describe("States and transitions: voiding a label", { meta: { changes: ["labels"] } }, () => {
  rule(
    "label.void.flag",
    "voids a label and reads it again",
    async (t) => {
      const { label, exchange, seen } = await t.given(voiding);
      if (seen === null) return t.inconclusive(`label ${label.id} is not found any more`);
      t.saw("labels voided");
      const { status: state, voided: flag } = seen.raw;
      if (state === "voided" && flag === true) return;
      t.breach(
        exchange,
        `label ${label.id} with status voided and voided true`,
        `status ${renderValue(state)}, voided ${renderValue(flag)}`,
      );
    },
    { from: "standard" },
  );

  rule(
    "label.void.only-that-one",
    "voids a label and looks at those around it",
    async (t) => {
      const first = await t.given(voiding);
      const others = await othersAround(t, first);
      if (others.length === 0) t.inconclusive("needs a label beside the voided one that is not voided");
      t.saw("other labels", others.length);
      const gone = wentWith(first, others);
      if (gone.length === 0) return;
      // Somebody else may have voided it in the same second, hardly so twice.
      const spent = new Set([first.label, ...gone].map(({ id }) => id));
      const left = (await voidable(t)).filter(({ id }) => !spent.has(id));
      const second = left[Math.floor(left.length / 2)];
      if (second === undefined)
        return t.inconclusive(
          `${renderIds(gone.map(({ id }) => id))} became voided when ${first.label.id} was; a second fixture label:voidable would show whether by the same request`,
        );
      const again = await voidLabel(t, second);
      const hit = wentWith(again, await othersAround(t, again)).filter(({ id }) => !spent.has(id));
      if (hit.length === 0) return;
      t.find(
        finding(
          { rule: t.rule, exchanges: [again.exchange, again.voided] },
          {
            documented: `only label ${again.label.id} is voided`,
            received: `voided at the same time: ${renderIds(hit.map(({ id }) => id))}`,
          },
        ),
      );
    },
    { from: "standard" },
  );
});

/** Labels on the page of the voided one that were not voided when the run began. */
async function othersAround(t: Check, { label, around }: Voided): Promise<readonly Item[]> {
  const known = new Map((await t.census.list("labels")).oldest.map(({ id, raw }) => [id, raw]));
  return around.filter(({ id }) => id !== label.id && known.get(id)?.voided === false);
}

/** Those of them that were voided with it. */
function wentWith({ seen }: Voided, others: readonly Item[]): readonly Item[] {
  return others.filter(({ raw }) => raw.voided === true && isBySameRequest(raw, seen?.raw));
}

/**
 * Labels that may be voided for good: those named as fixture, else completed ones where everything that the target
 * holds is a fixture. First the newest that stand between two labels which are not voided: a neighbour that goes with
 * one is seen on the page that shows it.
 */
async function voidable(t: Check): Promise<readonly Item[]> {
  const { writes, fixturesAll, fixtures } = t.settings;
  if (writes !== "fixtures")
    t.inconclusive("needs --writes fixtures, since a label that was voided stays so");
  const { oldest } = await t.census.list("labels");
  const named = fixtures["label:voidable"] ?? [];
  const fit = oldest.filter(
    ({ id, raw }) => named.includes(id) || (fixturesAll && raw.status === "completed"),
  );
  const able = fit.filter(({ raw }) => raw.voided !== true && trackingOf(raw) !== "");
  const newest = able.toReversed();
  const between = newest.filter((each) => hasNeighbours(each, oldest));
  return [...between, ...newest.filter((each) => !between.includes(each))];
}

/** Whether the labels before and after it stand on one page with it, and are not voided. */
function hasNeighbours(label: Item, oldest: readonly Item[]): boolean {
  const rank = oldest.indexOf(label);
  const place = rank % PAGE_SIZE;
  if (place === 0 || place === PAGE_SIZE - 1) return false;
  return [oldest[rank - 1], oldest[rank + 1]].every((other) => other?.raw.voided === false);
}

/** Reads the label, among those around it, until it shows itself voided; gives up after a few readings. */
async function readUntilVoided(t: Check, label: Item): Promise<Pick<Voided, "exchange" | "seen" | "around">> {
  const { oldest } = await t.census.list("labels");
  const rank = oldest.findIndex(({ id }) => id === label.id);
  const page = Math.floor(rank / PAGE_SIZE) + 1;
  let query: NonNullable<Ask["query"]> = {
    page,
    page_size: PAGE_SIZE,
    sort_dir: "asc",
    sort_by: "created_at",
  };
  for (let reading = 1; ; reading += 1) {
    const exchange = await t.askOk({ operation: "v1ListLabels", query });
    const read = decodePage(exchange, "labels");
    const around = read.kind === "page" ? read.items : [];
    const seen = around.find((item) => item.id === label.id) ?? null;
    const settled = seen !== null && seen.raw.status === "voided" && seen.raw.voided === true;
    if (settled || reading === READINGS) return { exchange, seen, around };
    // It may stand on another page by now, or where pages are not what they should be.
    if (seen === null) query = { tracking_number: trackingOf(label.raw) };
    await t.session.pause(PAUSE);
  }
}

/**
 * Whether a label was voided with ours: in the same moment, or without the time that ours shows. What somebody else
 * voids shows another time.
 */
function isBySameRequest({ voided_at: at }: Item["raw"], ours: Item["raw"] | undefined): boolean {
  const time = Date.parse(String(ours?.voided_at));
  return at === null ? !Number.isNaN(time) : Math.abs(Date.parse(String(at)) - time) <= SAME_MS;
}

function trackingOf(raw: Item["raw"]): string {
  const number = raw.tracking_number;
  return typeof number === "string" ? number : "";
}
