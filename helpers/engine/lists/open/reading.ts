import type { OperationId } from "../../../contract/generated/types.js";
import {
  DEFAULT_PAGE_SIZE,
  NEEDED_QUERY,
  OFFSET_LIMIT,
  type OpenListDeclaration,
} from "../../../contract/lists.js";
import { operationLine } from "../../../contract/operations.js";
import { type NoPage, type Walked, walkOf, walkPages } from "../../../target/lists/walk.js";
import { decodeOpenPage, hasId, type Item, type Page } from "../../../wire/decode.js";
import type { Answered, Findings } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { givenEach } from "../../check/given.js";
import { judgeSteady, watchText } from "../../check/steady.js";
import type { ListQuery } from "../asking/pages.js";
import { judgeEach } from "../reading/judge-list.js";
import { BESIDE, pageBeside, SMALL, sizeOf, smallAndFull, walkSize } from "./pages.js";

// Lists whose items the document does not show. Whatever they carry of the envelope must be right. Their page sizes are
// open, so they are read and judged by the sizes that they show.

/** Disturbed readings of a list before the check gives up. */
const DISTURBED = 2;

/** Readings of the open lists, made by the first check that asks and shared. */
const openReading = givenEach(async (t, list: OpenListDeclaration) => {
  const counted = await totalBefore(t, list);
  return new OpenReading(list, await readSample(t, list, counted), true, counted ?? 0);
});

/**
 * Judges each list in scope; a list that cannot be judged leaves the verdict to the others, unless it moved.
 * @throws Inconclusive if none could be judged
 */
export async function eachOpenList(
  t: Check,
  lists: readonly OpenListDeclaration[],
  judge: (t: Check, reading: OpenReading) => Promise<Findings>,
): Promise<void> {
  const judgeOne = (list: OpenListDeclaration) =>
    judgeSteady(
      async (seen) => judge(t, await (seen === null ? t.given(openReading(list)) : readAgain(t, list))),
      watchText(() => fingerprint(t, list), DISTURBED, t.session),
      t.session,
    );
  const inScope = lists.filter(({ operation }) => t.inScope(operation));
  await judgeEach(t, inScope, judgeOne);
}

/** Changes when the list changes, as far as its first page shows. */
async function fingerprint(t: Check, list: OpenListDeclaration): Promise<string> {
  const { total, items } = await askOpenPage(t, list, {});
  return JSON.stringify([total, items.map((item) => item.raw)]);
}

/** A walk over an open list in two pages, and a page of a smaller size, shared by all checks. */
export class OpenReading {
  #walk: Promise<Walked> | null = null;

  constructor(
    readonly list: OpenListDeclaration,
    /** Of a long list page 3 or a later one, since some mistakes show only there; otherwise page 1. */
    readonly sample: Page,
    /** False if it was read again to confirm a breach. */
    readonly isShared: boolean,
    /** How many items the list holds by what was read before; 0 if nothing shows it. */
    readonly counted: number,
  ) {}

  /** Walks the list, from the sample on if it is the first page; a list of one item is not walked. */
  walk(t: Check): Promise<Walked> {
    // The total alone may be wrong, such as the number of items on the page.
    const held = Math.max(this.sample.total ?? 0, this.counted);
    this.#walk ??=
      held > 1 ? this.#read(t, held) : Promise.resolve(walkOf({ pages: [this.sample], whole: true }));
    return this.#walk;
  }

  /**
   * The last page of a list that is too long for a walk, by the number of pages that the list shows; null if it shows
   * none, or refuses that page. The exchange oracles judge it.
   */
  async end(t: Check): Promise<Page | null> {
    const walk = await this.walk(t);
    const [first] = walk.pages;
    const last = first?.pages ?? 0;
    if (walk.whole || first === undefined || last <= walk.pages.length) return null;
    // Beyond the limit a page need not hold anything.
    const page_size = sizeOf(first);
    return last * page_size > OFFSET_LIMIT
      ? null
      : ifReadable(askOpenPage(t, this.list, { page: last, page_size }));
  }

  async #read(t: Check, held: number): Promise<Walked> {
    const { list, sample } = this;
    const page_size = walkSize(held);
    const read = async (page: number): Promise<Page | NoPage> => {
      if (page === 1 && sizeOf(sample) === page_size) return sample;
      // A page past the last may be refused.
      return (await ifReadable(askOpenPage(t, list, { page, page_size }))) ?? { kind: "unread" };
    };
    const first = await read(1);
    // Whether these lists honour page_size is open: a page may hold more than asked for.
    const size = first.kind === "page" ? Math.max(page_size, first.items.length) : page_size;
    const readOn = async (page: number) => (page === 1 ? first : read(page));
    const walk = await walkPages(readOn, { size, most: t.budget("lists.open.pages") });
    if (walk.kind === "walk") return walk;
    return t.inconclusive(
      `a page of ${operationLine(list.operation)} that its total counts could not be read`,
    );
  }
}

/** Reads a list again, to confirm a breach. */
export async function readAgain(t: Check, list: OpenListDeclaration): Promise<OpenReading> {
  return new OpenReading(list, await readSample(t, list, null), false, (await totalBefore(t, list)) ?? 0);
}

/**
 * Reads the page from which a reading starts.
 * @param total how long the list is, if what was read before shows that; a short one is then walked from this page on
 */
async function readSample(t: Check, list: OpenListDeclaration, total: number | null): Promise<Page> {
  const size = total === null || total < 2 ? SMALL : walkSize(total);
  const isLong = total !== null && (list.below === undefined ? size >= DEFAULT_PAGE_SIZE : total > BESIDE);
  const page_size = isLong ? smallAndFull(total) : size;
  return askOpenPage(t, list, { page: isLong ? pageBeside(total, page_size) : 1, page_size });
}

/** How many items the list counts by what was read before; null if nothing shows it. */
async function totalBefore(t: Check, { operation, id, below }: OpenListDeclaration): Promise<number | null> {
  if (below !== undefined) {
    const { held } = await fullestParent(t, operation, below);
    return Number.isSafeInteger(held) ? held : null;
  }
  const page = decodeOpenPage(await t.listed(operation), id);
  return page.kind === "page" ? page.total : null;
}

/**
 * Asks for one page; of a list below another resource, for that of the fullest one.
 * @throws Inconclusive if the answer shows none
 */
export async function askOpenPage(t: Check, list: OpenListDeclaration, query: ListQuery): Promise<Page> {
  const page = decodeOpenPage(await askOpen(t, list, query), list.id);
  if (page.kind === "page") return t.session.lean.keep(page);
  return t.inconclusive(`${operationLine(list.operation)} shows no list: ${page.why}`);
}

/** Asks for one page as `askOpenPage` does, and takes any answer. */
export async function askOpen(
  t: Check,
  { operation, below }: OpenListDeclaration,
  query: ListQuery,
): Promise<Answered> {
  const path =
    below === undefined ? {} : { [below.parameter]: (await fullestParent(t, operation, below)).id };
  return t.ask({ operation, path, query: { ...NEEDED_QUERY[operation], ...query } });
}

/**
 * The listed resource that counts most items, with their number; the first known one where none counts any. Either
 * generation may list it: open batches, which v1 lists, seldom have errors.
 */
async function fullestParent(
  t: Check,
  operation: OperationId,
  { parameter, countedBy }: NonNullable<OpenListDeclaration["below"]>,
): Promise<{ readonly id: string; readonly held: number | null }> {
  const held = ({ raw }: Item) => (raw.status === "archived" ? 0 : Number(raw[countedBy] ?? 0));
  const parents = (["v1ListBatches", "v2ListBatches"] as const).filter((each) => t.inScope(each));
  const ownFirst = operation.startsWith("v1") ? parents : parents.toReversed();
  for (const each of ownFirst) {
    const page = decodeOpenPage(await t.listed(each), parameter);
    const items = page.kind === "page" ? page.items.filter(hasId) : [];
    const [most] = items.toSorted((one, other) => held(other) - held(one));
    if (most !== undefined && held(most) > 0) return { id: most.id, held: held(most) };
  }
  const [first] = await t.census.ids(parameter);
  return first === undefined
    ? t.inconclusive(`needs a batch for ${operationLine(operation)}`)
    : { id: first, held: null };
}
