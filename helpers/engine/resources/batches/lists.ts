import { NEEDED_QUERY } from "../../../contract/lists.js";
import { statusOf } from "../../../oracles/records/batches.js";
import { idsOf } from "../../../wire/decode.js";
import type { Answered, Findings } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { jsonOf, objectOf, type Raw } from "../../../wire/raw.js";
import { objectsIn } from "../../../wire/search.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { given, givenEach } from "../../check/given.js";
import { judgeSteady, watchText } from "../../check/steady.js";
import { type OpenList, readOpenList } from "../../lists/open/list.js";
import { polling } from "../eventually.js";

/** A batch read by id; `raw` is null when no batch came. */
export interface SeenBatch {
  readonly id: string;
  readonly exchange: Answered;
  readonly raw: Raw | null;
}

/** Disturbed readings of the open list before a check gives up. */
const DISTURBED = 3;

export type GetBatch = "v1GetBatch" | "v2GetBatch";

const ID_MEMBERS = ["batch_id", "id"] as const;

/**
 * The list of open batches.
 * @param first its first page, if it was read already
 * @throws Inconclusive if it cannot be read
 */
export function listOpen(t: Check, first?: Answered): Promise<OpenList> {
  const operation = "v1ListBatches";
  return readOpenList(t, {
    operation,
    query: { ...NEEDED_QUERY[operation] },
    idMembers: ID_MEMBERS,
    ...(first === undefined ? {} : { first }),
  });
}

/** The list of open batches, read once a run before the run changes anything. */
export const openBatches = given(async (t) => listOpen(t, await t.listedOk("v1ListBatches")));

/** Every batch that a list shows, whatever its state, before the run changes anything. */
export const allBatches = given(listAll);

/** The answer to the list of archived batches, once a run. */
export const archivedList = given((t) =>
  t.ask({ operation: "v1ListBatches", query: { status: "archived" } }),
);

/** The state that each batch showed in a list before the run changed anything, by id; empty if no list can be read. */
export const listedStates = given(async (t): Promise<ReadonlyMap<string, string>> => {
  const all = (await t.tryGiven(allBatches))?.items ?? [];
  const archived = t.inScope("v1ListBatches") ? objectsIn(jsonOf((await t.given(archivedList)).answer)) : [];
  return new Map(
    [...archived, ...all.map(({ raw }) => raw)].flatMap((raw) => {
      const [id, status] = [raw.batch_id, statusOf(raw)];
      return typeof id === "string" && status !== null ? [[id, status] as const] : [];
    }),
  );
});

/** All batches that a list shows now. @throws Inconclusive if it cannot be read */
export function listAllIn(t: Check, operation: "v1ListBatches" | "v2ListBatches"): Promise<OpenList> {
  return readOpenList(t, { operation, idMembers: ID_MEMBERS });
}

/** All batches now: from v1, otherwise from v2. Empty if neither answers. */
export async function listAll(t: Check): Promise<OpenList> {
  for (const operation of ["v1ListBatches", "v2ListBatches"] as const) {
    if (!t.inScope(operation)) continue;
    const list = await ifReadable(listAllIn(t, operation));
    if (list !== null) return list;
  }
  return EMPTY;
}

const EMPTY: OpenList = { items: [], pages: [], exchanges: [], whole: false };

/** Reads a batch by id, by default in v1 (whose shape is documented) if that is in scope. */
export async function readBatch(
  t: Check,
  batch_id: string,
  operation: GetBatch = t.inScope("v1GetBatch") ? "v1GetBatch" : "v2GetBatch",
): Promise<SeenBatch> {
  const exchange = await t.ask({ operation, path: { batch_id } });
  const raw = succeeded(exchange) ? objectOf(exchange.answer) : null;
  return { id: batch_id, exchange, raw };
}

/** Reads a batch after a request that archives it, until it shows that. A replica may not know it yet. */
export function readArchived(t: Check, batch_id: string, operation?: GetBatch): Promise<SeenBatch> {
  const read = () => readBatch(t, batch_id, operation);
  return polling(t, read).until(
    ({ raw, exchange }) => exchange.answer.status !== 404 && (statusOf(raw) ?? "archived") === "archived",
  );
}

/** Like `readBatch`, each batch once a run: for readings before the run changes anything. */
export const firstReading = givenEach((t, batch_id: string) => readBatch(t, batch_id));

/**
 * Judges a relation over the open list, which other clients may be changing; see `judgeSteady`.
 * @param read gets the ids that the list held right before; null the first time
 */
export async function steadyOpen(
  t: Check,
  read: (held: ReadonlySet<string> | null) => Promise<Findings>,
): Promise<void> {
  const fingerprint = async () =>
    idsOf((await listOpen(t)).items)
      .toSorted()
      .join("\n");
  const relation = (seen: string | null) => read(seen === null ? null : new Set(seen.split("\n")));
  t.find(await judgeSteady(relation, watchText(fingerprint, DISTURBED, t.session), t.session));
}
