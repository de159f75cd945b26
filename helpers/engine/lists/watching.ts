import { datedBy } from "../../wire/dated.js";
import type { Item, ListName } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { compareInstants, type Instant } from "../../wire/instant.js";
import { ifReadable } from "../../wire/outcome.js";
import { type Check, type Given, given } from "../check/check.js";
import type { Session } from "../check/session.js";
import { boundsBetween } from "./filtering.js";
import { type Known, knownItems, readAnew } from "./known.js";
import { type ListQuery, walkPages } from "./pages.js";
import { judgeSteady, type Watch } from "./steady.js";

/**
 * What disturbs a relation. Members: a change of these, or an item more or less among those older than the run; for
 * relations that keep to `Known.filters`, or to which items that nobody knows of do no harm. "every-member": the same
 * with a change of any. "everything": items that are created meanwhile too.
 */
export type Matters = "everything" | "every-member" | readonly string[];

/** For relations over which items there are, in order of creation. */
export const WHICH_ITEMS: Matters = [];

/** For relations over which items there are, in order of modification too. */
export const WHICH_AND_WHEN: Matters = ["modified_at"];

/** A list as it was at one moment. */
export interface Look {
  readonly known: Known;
  /** Its newest ends, where the items alone do not tell of every change; otherwise null. */
  readonly ends: string | null;
}

/** Disturbed readings of one list, over all checks of a run, before it is given up after the second. */
const PATIENCE = { quick: 10, standard: 30, thorough: 100 } as const;
const AT_LEAST = 2;
/** Milliseconds for which the last look of one check is the first of the next. */
const FRESH_MS = 250;

/** What the checks of a run know of how much a list moves. */
interface Unrest {
  disturbed: number;
  /** Behind it lies what the watches confine themselves to. */
  bound: Instant | null;
  last: { readonly look: Look; readonly at: number } | null;
}

const unrests = new WeakMap<Session, Map<ListName, Unrest>>();

function unrestOf({ session }: Check, list: ListName): Unrest {
  const lists = unrests.get(session) ?? new Map<ListName, Unrest>();
  unrests.set(session, lists);
  const unrest = lists.get(list) ?? { disturbed: 0, bound: null, last: null };
  lists.set(list, unrest);
  return unrest;
}

/** Tries to find out whether created_at_end is to be relied on. */
const TRIES = 3;

/**
 * Watches a list under relations over it. Once a reading was disturbed it confines itself to the items older than
 * the run, by created_at_end: what others create meanwhile falls outside.
 */
export class ListWatch implements Watch<Look> {
  #bound: Instant | null = null;
  #disturbed = 0;
  readonly #looks: Look[] = [];
  readonly #unrest: Unrest;

  constructor(
    private readonly t: Check,
    private readonly list: ListName,
    private readonly matters: Matters = "everything",
  ) {
    this.#unrest = unrestOf(t, list);
  }

  async before(): Promise<Look | null> {
    this.#bound = this.matters === "everything" ? null : this.#unrest.bound;
    if (this.#unrest.disturbed > 0) return null;
    const known = await ifReadable(knownItems(this.t, this.list));
    if (known === null || this.#ordersByHidden()) return null;
    // What was read anew since is no witness of how the list was when the run began.
    const census = await this.t.census.list(this.list);
    if (!sameIds(census.oldest, known.items)) return null;
    const ends = known.whole ? null : await this.t.census.knownFingerprint(this.list);
    return this.#keep({ known, ends });
  }

  async look(): Promise<Look> {
    const { t, list } = this;
    const { last } = this.#unrest;
    if (
      this.#looks.length === 0 &&
      last !== null &&
      last.look.ends === null &&
      !this.#needsEnds(last.look.known)
    ) {
      if (performance.now() - last.at < FRESH_MS) return this.#keep(last.look);
    }
    const way = (await ifReadable(knownItems(t, list))) ?? {
      size: (await t.census.list(list)).pageSize,
      dir: "asc" as const,
    };
    const known = await readAnew(t, list, way);
    const ends = this.#needsEnds(known) ? await t.census.fingerprint(list, t.rule, this.#filters()) : null;
    const look = { known, ends };
    this.#unrest.last = { look, at: performance.now() };
    return this.#keep(look);
  }

  still(earlier: Look, later: Look): boolean {
    const bound = this.#bound;
    const text = ({ known: { items, total }, ends }: Look) =>
      JSON.stringify([
        bound === null ? total : null,
        itemTexts(older(items, bound), (item) => this.#whatMatters(item)),
        ends,
      ]);
    return text(earlier) === text(later);
  }

  unmoved(earlier: Look, later: Look): boolean {
    const text = ({ known: { items, total }, ends }: Look) =>
      JSON.stringify([total, ends, itemTexts(items, ({ raw }) => raw)]);
    return text(earlier) === text(later);
  }

  /**
   * An item that was gone for a while although every item of before is there at last. Without removals a walk under
   * asc loses nothing to others, so it is the target that lost it.
   */
  flickered(): boolean {
    const [first, ...later] = this.#looks.map(({ known }) => known);
    const last = later.at(-1);
    if (first === undefined || last === undefined || first.dir !== "asc") return false;
    const lacks = ({ items }: Known) => {
      const texts = new Set(itemTexts(items, ({ raw }) => raw.created_at));
      return itemTexts(first.items, ({ raw }) => raw.created_at).some((text) => !texts.has(text));
    };
    return !lacks(last) && later.some(lacks);
  }

  async moved(): Promise<boolean> {
    this.#disturbed += 1;
    this.#unrest.disturbed += 1;
    this.#unrest.bound ??= await this.t.given(quietBounds[this.list]);
    if (this.matters !== "everything") this.#bound = this.#unrest.bound;
    return this.#disturbed < AT_LEAST || this.#unrest.disturbed < PATIENCE[this.t.settings.effort];
  }

  /** What a reading is judged against: a list of its own, so that its pages are asked for anew. */
  known({ known }: Look): Known {
    if (this.#bound === null || !known.whole) return { ...known };
    const items = older(known.items, this.#bound);
    return { ...known, items, total: items.length, filters: this.#filters() };
  }

  #filters(): ListQuery {
    return this.#bound === null ? {} : { created_at_end: this.#bound.text };
  }

  #whatMatters({ raw }: Item): unknown {
    if (typeof this.matters === "string") return raw;
    return [raw.created_at, ...this.matters.map((member) => raw[member])];
  }

  #needsEnds({ whole }: Known): boolean {
    return !whole || this.#ordersByHidden();
  }

  /** Whether the relation goes by a time of modification that the items of this list do not show. */
  #ordersByHidden(): boolean {
    return this.list !== "shipments" && this.matters.includes("modified_at");
  }

  #keep(look: Look): Look {
    this.#looks.push(look);
    return look;
  }
}

/**
 * Judges a relation against the known items of a list that other people may be changing: the first judgement
 * takes what the run knows, later ones read the list anew. See `judgeSteady`.
 */
export function judgeKnown(
  t: Check,
  list: ListName,
  judge: (known: Known) => Promise<readonly Finding[]>,
  matters?: Matters,
): Promise<readonly Finding[]> {
  const watch = new ListWatch(t, list, matters);
  return judgeSteady(
    async (seen) => judge(seen === null ? await knownItems(t, list) : watch.known(seen)),
    watch,
    t.session.inTurn,
  );
}

/**
 * As `judgeKnown`, for the many values of one property: once a breach is confirmed, the smaller values that
 * are tried for the report are judged by what is known.
 */
export function knownJudge(t: Check, list: ListName, matters?: Matters) {
  let confirmed = false;
  return async (judge: (known: Known) => Promise<readonly Finding[]>): Promise<readonly Finding[]> => {
    if (confirmed) return judge(await knownItems(t, list));
    const findings = await judgeKnown(t, list, judge, matters);
    confirmed = findings.length > 0;
    return findings;
  };
}

/**
 * A bound behind which lie nearly all items that the run found at its start, and none that is created later; null
 * where created_at_end does not hold just these.
 */
const quietBounds = {
  shipments: given((t) => quietBound(t, "shipments")),
  labels: given((t) => quietBound(t, "labels")),
  reports: given((t) => quietBound(t, "reports")),
} as const satisfies Record<ListName, Given<Instant | null>>;

async function quietBound(t: Check, list: ListName): Promise<Instant | null> {
  const known = await ifReadable(knownItems(t, list));
  const bound = known?.whole === true ? boundsBetween(datedBy(known.items) ?? []).at(-1) : undefined;
  if (known === null || bound === undefined) return null;
  const { size, dir } = known;
  const plan = { size, dir, by: "created_at" } as const;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const walk = await walkPages(t, list, { created_at_end: bound.text }, plan);
    const { items } = await readAnew(t, list, known);
    if (walk.kind === "walk" && sameIds(walk.items, older(items, bound))) return bound;
  }
  return null;
}

function older(items: readonly Item[], bound: Instant | null): readonly Item[] {
  if (bound === null) return items;
  return items.filter(({ createdAt }) => createdAt !== null && compareInstants(createdAt, bound) < 0);
}

function itemTexts(items: readonly Item[], shown: (item: Item) => unknown): readonly string[] {
  return items.map((item) => JSON.stringify([item.id, shown(item)])).sort();
}

function sameIds(left: readonly Item[], right: readonly Item[]): boolean {
  const [one, other] = [left, right].map((items) => items.map(({ id }) => id).sort());
  return JSON.stringify(one) === JSON.stringify(other);
}
