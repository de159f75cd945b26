import type { OperationId } from "../../contract/generated/types.js";
import { IMPROBABLE_ID, LISTS, NEEDED_QUERY, OFFSET_LIMIT } from "../../contract/lists.js";
import { memo } from "../../contract/memo.js";
import type { ListName, Operation } from "../../contract/model.js";
import { operations } from "../../contract/operations.js";
import { operationsIn } from "../../contract/scope.js";
import { decodePage, type Item, type Page } from "../../wire/decode.js";
import type { Exchange } from "../../wire/exchange.js";
import { compareInstants } from "../../wire/instant.js";
import { requestLine } from "../../wire/message.js";
import { Inconclusive, ifReadable } from "../../wire/outcome.js";
import { jsonOf } from "../../wire/raw.js";
import { findIds } from "../../wire/search.js";
import { isPlainSegment } from "../../wire/segment.js";
import type { CallRequest } from "../messages/request.js";
import { type Effort, MORE_EFFORT, type Settings } from "../settings/settings.js";
import type { LeanPages } from "./lean.js";
import { servedSize, type Walked, walkPages } from "./walk.js";

/** Most pages of one walk, by effort. */
const MOST_PAGES: Readonly<Record<Effort, number>> = { quick: 4, standard: 20, thorough: 400 };
/** Longest list that a run knows item by item; of a longer one it knows only the oldest part and the total. */
export const LONGEST_KNOWN = 3_000;
/** The page size to ask for first; if the target refuses it, the documented default. */
const WALK_SIZES = [100, 25] as const;

/** Lists whose records contain ids of other resources. */
const MENTIONED_IN = ["labels", "shipments"] as const;

/** Thrown for a list that does not say how many items it holds. */
export class Uncounted extends Inconclusive {}

/** What is known of one list, oldest first. */
export interface ListCensus {
  /** The total on the first page; more items may have come since. */
  readonly total: number;
  /** Page size that the target actually used. */
  readonly pageSize: number;
  /** Items of rank 1, 2, 3 … by created_at. Ties are in no particular order. */
  readonly oldest: readonly Item[];
  /** True if `oldest` is the whole list. */
  readonly whole: boolean;
  readonly pages: readonly Page[];
}

/** How many pages of that size a walk over a whole list may read: its items stay in memory. */
export function pagesKnown(effort: Effort, size: number): number {
  return Math.min(MOST_PAGES[effort], Math.ceil(LONGEST_KNOWN / Math.max(1, size)));
}

type Send = (request: CallRequest) => Promise<Exchange>;

/**
 * One bounded walk over each of the target's lists, made on first use and shared by all checks. Walks go oldest first,
 * so that new items come last and shift nothing.
 */
export class Census {
  readonly #walks = new Map<ListName, Promise<ListCensus>>();
  readonly #fingerprints = new Map<ListName, Promise<string | null>>();
  readonly #ids = new Map<string, Promise<readonly string[]>>();
  readonly #listed = new Map<OperationId, Promise<Exchange>>();
  #touched: Promise<void> | null = null;

  constructor(
    private readonly send: Send,
    private readonly settings: Settings,
    private readonly lean: LeanPages,
  ) {}

  /** The census of a list. @throws Inconclusive if the list cannot be read */
  list(list: ListName): Promise<ListCensus> {
    return memo(this.#walks, list, async () => {
      const census = await this.#walk(list);
      // The items of a list that is known whole show every change themselves.
      if (!census.whole)
        memo(this.#fingerprints, list, () => this.fingerprint(list, "census", {}).catch(() => null));
      return census;
    });
  }

  /** A census of the whole list; inconclusive if the list is too long for this effort. */
  async whole(list: ListName): Promise<ListCensus> {
    const census = await this.list(list);
    if (census.whole) return census;
    throw new Inconclusive(
      `only ${census.oldest.length} of ${census.total} ${list} were read at effort ${this.settings.effort}; needs a higher --effort`,
      ...MORE_EFFORT[this.settings.effort],
    );
  }

  /** Whether the run read the list, and it holds nothing. */
  async holdsNone(list: ListName): Promise<boolean> {
    const census = await this.#walks.get(list)?.catch(() => null);
    return census?.total === 0 && census.oldest.length === 0;
  }

  /**
   * A text that changes when the list (with filters, if given) or one of its items changes: its total and both of its
   * newest ends.
   */
  async fingerprint(list: ListName, check: string, filters: CallRequest["query"]): Promise<string> {
    const readings = await Promise.all(
      ["created_at", "modified_at"].map((sort_by) =>
        this.send({
          check,
          operation: LISTS[list].operation,
          query: { ...filters, page: 1, page_size: 10, sort_dir: "desc", sort_by },
        }),
      ),
    );
    return JSON.stringify(
      readings.map((exchange) => {
        const page = decodePage(exchange, list);
        // Sorted: other rules judge the order inside a page, which says nothing about change.
        return page.kind === "page"
          ? [page.total, page.items.map((item) => JSON.stringify(item.raw)).sort()]
          : null;
      }),
    );
  }

  /** The first fingerprint of a list too long to be known whole; otherwise null. */
  async knownFingerprint(list: ListName): Promise<string | null> {
    return (await this.#fingerprints.get(list)) ?? null;
  }

  /**
   * Ids of existing resources by the name of their path parameter ("carrier_id", "batch_id"), found in the lists of
   * both generations and in records that contain them. Empty if none are found.
   */
  ids(parameter: string): Promise<readonly string[]> {
    return memo(this.#ids, parameter, async () => {
      const listed = await Promise.all(
        listsOf(parameter, this.settings).map((id) => this.#idsIn(id, parameter)),
      );
      const mentioned = await Promise.all(
        this.settings.generations.includes("v1")
          ? MENTIONED_IN.map((list) => this.#mentioned(list, parameter))
          : [],
      );
      const ids = [...new Set([...listed, ...mentioned].flat())].filter((id) => id !== "");
      return [...ids.filter(isPlainSegment), ...ids.filter((id) => !isPlainSegment(id))];
    });
  }

  /**
   * Makes traffic for the exchange oracles when a run is limited to a few rules: every list, one record of each kind,
   * one unknown id, one refused offset. A run of all rules makes enough anyway.
   */
  touch(): Promise<void> {
    this.#touched ??= this.settings.only.length === 0 ? Promise.resolve() : this.#touch();
    return this.#touched;
  }

  async #touch(): Promise<void> {
    const reads = operationsIn(this.settings).filter(({ effect }) => effect === "read");
    // A read by POST is not sent in a run that may not write.
    await Promise.all(reads.map((op) => ifReadable(this.#touchOne(op))));
    if (!this.settings.generations.includes("v1")) return;
    await ifReadable(this.list("labels"));
    await this.send({ check: "census", operation: "v1GetShipment", path: { shipment_id: IMPROBABLE_ID } });
    await this.send({ check: "census", operation: "v1ListShipments", query: { page: 401, page_size: 25 } });
  }

  async #touchOne({ id, pathParams }: Operation): Promise<void> {
    const path: Record<string, string> = {};
    for (const parameter of pathParams) {
      const [known] = await this.ids(parameter);
      if (known === undefined) return;
      path[parameter] = known;
    }
    await this.send({ check: "census", operation: id, path });
  }

  /** The first reading of a list in this run, without page parameters; for v1 batches, the open ones. */
  listed(operation: OperationId): Promise<Exchange> {
    return memo(this.#listed, operation, () =>
      this.send({ check: "census", operation, query: NEEDED_QUERY[operation] ?? {} }),
    );
  }

  async #idsIn(operation: OperationId, parameter: string): Promise<readonly string[]> {
    return findIds(jsonOf((await this.listed(operation)).answer), parameter);
  }

  async #mentioned(list: ListName, parameter: string): Promise<readonly string[]> {
    const census = await ifReadable(this.list(list));
    const values = census?.oldest.map((item) => item.raw[parameter]) ?? [];
    return values.filter((value) => typeof value === "string").map(String);
  }

  async #walk(list: ListName): Promise<ListCensus> {
    let refused: Inconclusive | null = null;
    for (const size of WALK_SIZES) {
      const most = Math.min(pagesKnown(this.settings.effort, size), Math.floor(OFFSET_LIMIT / size));
      const walk = await walkPages((page) => this.#page(list, page, size), { size, most });
      if (walk.kind === "walk") return censusOf(list, walk, size);
      // If a later page failed, the size was not the reason.
      if (!walk.why.isFirst) throw walk.why.reason;
      refused = walk.why.reason;
    }
    throw refused ?? new Inconclusive(`the list of ${list} could not be read`);
  }

  async #page(list: ListName, page: number, page_size: number): Promise<Page | Unread> {
    const exchange = await this.send({
      check: "census",
      operation: LISTS[list].operation,
      query: { page, page_size, sort_dir: "asc", sort_by: "created_at" },
    });
    const decoded = decodePage(exchange, list);
    if (decoded.kind === "page") return this.lean.keep(decoded);
    const reason = new Inconclusive(`${requestLine(exchange)} could not be read: ${decoded.why}`);
    return { kind: "unread", why: { reason, isFirst: page === 1 } };
  }
}

/** The answer instead of a page. */
interface Unread {
  readonly kind: "unread";
  readonly why: { readonly reason: Inconclusive; readonly isFirst: boolean };
}

function censusOf(list: ListName, { pages, items, whole }: Walked, asked: number): ListCensus {
  const [first] = pages;
  if (first === undefined || first.total === null)
    throw new Uncounted(`the list of ${list} shows no readable total, so it is unknown how long it is`);
  const { total } = first;
  return { total, pageSize: servedSize(first, asked), oldest: oldestFirst(items), whole, pages };
}

/** Operations that list the resources which a path parameter names: GET of the path before `/{parameter}`. */
function listsOf(parameter: string, settings: Settings): readonly OperationId[] {
  const parents = new Set(
    operations
      .filter(({ path }) => path.endsWith(`/{${parameter}}`))
      .map(({ path }) => path.slice(0, -parameter.length - 3)),
  );
  // Carriers and batches of v1 have no operation on the bare id; their lists are one segment higher.
  parents.add(`/v1/${parameter.replace(/_id$/, "")}s`);
  return operationsIn(settings)
    .filter(
      ({ method, path, pathParams }) => method === "GET" && pathParams.length === 0 && parents.has(path),
    )
    .map(({ id }) => id);
}

function oldestFirst(items: readonly Item[]): readonly Item[] {
  return items.toSorted((left, right) =>
    left.createdAt === null || right.createdAt === null
      ? 0
      : compareInstants(left.createdAt, right.createdAt),
  );
}
