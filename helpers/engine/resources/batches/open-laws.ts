import { notOpen, ONLY_OPEN } from "../../../oracles/exchange/open-batches.js";
import { mayBeOpen, statusOf } from "../../../oracles/records/batches.js";
import { MORE_EFFORT } from "../../../target/settings/settings.js";
import { decodeOpenPage, idsOf } from "../../../wire/decode.js";
import type { Answered, Findings } from "../../../wire/exchange.js";
import { renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { allBatches, firstReading, listOpen, openBatches, readBatch, type SeenBatch } from "./lists.js";
import { candidates, openSample } from "./readable.js";

/** Reads the open list, and batches by id. */
interface Look {
  readonly list: () => Promise<OpenList>;
  readonly read: (t: Check, id: string) => Promise<SeenBatch>;
}

/**
 * The checks of the open list share their first look; every later look reads afresh.
 * @param held null at the first look
 */
export function lookOf(t: Check, held: ReadonlySet<string> | null): Look {
  return held === null
    ? { list: () => t.given(openBatches), read: (_, id) => t.given(firstReading(id)) }
    : freshLook(t);
}

export function freshLook(t: Check): Look {
  return { list: () => listOpen(t), read: readBatch };
}

/** Whether no batch was open before the run, so that it looks at one of its own later. */
export async function needsOwn(t: Check): Promise<boolean> {
  if (!t.mayWrite("own") || !t.inScope("v2CreateBatch")) return false;
  return !(await t.given(openBatches)).items.some(({ raw }) => mayBeOpen(raw));
}

/**
 * Judges that batches of the open list are open, in the list and by id.
 * @param held ids to judge: a batch that joined the list later may be gone before it is read by id
 */
export async function judgeOnlyOpen(
  t: Check,
  look: Look,
  held: ReadonlySet<string> | null,
): Promise<Findings> {
  const list = await look.list();
  const items = list.items.filter(({ id }) => held?.has(id) ?? true);
  const shown = items.flatMap(({ id, raw }) => {
    const status = statusOf(raw);
    return status === null ? [] : [{ id, status }];
  });
  t.saw("listed batches", shown.length);
  const wrong = notOpen(shown);
  if (wrong !== null) return [t.finding(list.exchanges, ONLY_OPEN, wrong)];
  const readings = await Promise.all((await openSample(t, items)).map((id) => look.read(t, id)));
  const stated = readings.filter(({ raw }) => statusOf(raw) !== null);
  t.saw("batches by id", stated.length);
  if (shown.length + stated.length === 0)
    t.inconclusive("no listed batch shows its state, in the list or by id");
  return stated
    .filter(({ raw }) => statusOf(raw) !== "open")
    .map(({ id, raw, exchange }) =>
      t.finding([exchange, ...list.exchanges], ONLY_OPEN, `${id} is ${statusOf(raw)}`),
    )
    .slice(0, 1);
}

/**
 * Judges that the list without status is not empty while a batch is open.
 * @param held null at the first look, for which `first` is the list
 */
export async function judgeNotEmpty(
  t: Check,
  look: Look,
  held: ReadonlySet<string> | null,
  first: Answered,
): Promise<Findings> {
  const exchange = held === null ? first : await t.ask({ operation: "v1ListBatches" });
  const page = decodeOpenPage(exchange, "batch_id");
  if (page.kind !== "page" || page.items.length > 0 || (page.total ?? 0) > 0) return [];
  const open = await ifReadable(look.list());
  if (open === null || open.items.length === 0) return [];
  const documented = `batches whatever their status, such as ${renderIds(idsOf(open.items))}, which are open`;
  return [t.finding([exchange, ...open.exchanges], documented, "an empty list")];
}

/**
 * Judges that batches which are open by id are in the open list.
 * @param own a batch of the run, which no list showed before it
 */
export async function judgeComplete(t: Check, look: Look, own: readonly string[] = []): Promise<Findings> {
  const list = await look.list();
  const listed = new Set(idsOf(list.items));
  const everywhere = (await t.given(allBatches)).items;
  const states = new Map(everywhere.map(({ id, raw }) => [id, statusOf(raw)]));
  const others = [...new Set([...own, ...states.keys(), ...(await candidates(t))])].filter(
    (id) => !listed.has(id),
  );
  // First those that another list shows as open, then those whose state is unknown.
  const suspects = [
    ...others.filter((id) => states.get(id) === "open"),
    ...others.filter((id) => (states.get(id) ?? null) === null),
  ].slice(0, t.budget("batches.records"));
  const inside = await openSample(t, list.items);
  const asked = new Set([...suspects, ...own, ...inside]);
  const readings = await Promise.all([...asked].map((id) => look.read(t, id)));
  const open = readings.filter(({ raw }) => statusOf(raw) === "open");
  if (open.length === 0) {
    if (own.length === 0 && (await needsOwn(t))) return [];
    t.inconclusive("needs a batch that is open by id; create one");
  }
  t.saw("open batches", open.length);
  const missing = open.filter(({ id }) => !listed.has(id));
  if (missing.length === 0) return [];
  if (!list.whole)
    t.inconclusive(
      `${renderIds(idsOf(missing))} may be on a page of the open list that was not read: it has, or may have, more; needs a higher --effort, where pages are counted`,
      ...MORE_EFFORT[t.settings.effort],
    );
  return [
    t.finding(
      [...list.exchanges, ...missing.map(({ exchange }) => exchange)],
      "a batch that is open by id is in the list with status=open",
      `not listed: ${renderIds(idsOf(missing))}`,
    ),
  ];
}
