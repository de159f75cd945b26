import { describe } from "vitest";
import { type Check, given } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { type Sieve, together, walkFiltered, windowSieve } from "../../helpers/engine/lists/filtering.js";
import { type Known, knownItems } from "../../helpers/engine/lists/known.js";
import {
  accepted,
  askPage,
  exchangesOf,
  idsOf,
  type ListQuery,
  refusal,
  type Walked,
  walkPages,
} from "../../helpers/engine/lists/pages.js";
import { judgeKnown } from "../../helpers/engine/lists/watching.js";
import { trialsOf } from "../../helpers/engine/lists/windowing.js";
import { meetsFilter } from "../../helpers/oracles/filters.js";
import { finding } from "../../helpers/oracles/finding.js";
import { sameSet } from "../../helpers/oracles/sets.js";
import {
  clearTags,
  IGNORED_BESIDE_BATCH,
  type IgnoredParameter,
  SHIPMENT_STATES,
  statusSieve,
  tagSieve,
  tagsOf,
} from "../../helpers/oracles/shipments.js";
import { datedBy, oldestFirst } from "../../helpers/wire/dated.js";
import type { Item } from "../../helpers/wire/decode.js";
import type { Finding } from "../../helpers/wire/exchange.js";
import { parseInstant, SECOND, shiftedBound } from "../../helpers/wire/instant.js";
import { renderIds } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { tagTries } from "./tries.js";

/** A batch with the shipments that the list returns for it. */
interface Batch {
  readonly id: string;
  readonly walk: Walked;
}

/** Batches looked at until two with shipments are found. */
const CANDIDATES = { quick: 2, standard: 12, thorough: 60 } as const;
/** Batches with shipments that are judged. */
const WANTED = { quick: 1, standard: 2, thorough: 2 } as const;
/** Pages of a batch that are read. */
const BATCH_PAGES = { quick: 1, standard: 2, thorough: 100 } as const;
/** A well-formed id that no account has. */
const NO_BATCH = "se-999999999999999";

describe("GET /v1/shipments: batch_id", () => {
  rule(
    "shipments.filter.batch_id",
    "asks for batches known from labels, for one with the beginning of an id and for one that does not exist",
    async (t) => {
      const batches = await t.given(batchesWithShipments);
      const { items } = await knownItems(t, "shipments");
      t.find(
        await judgeKnown(t, "shipments", async (known) => {
          const judged = await Promise.all(batches.map((batch) => judgeMembers(t, known, batch)));
          const others = [...(await judgeNoBatch(t, known)), ...(await judgeBeginning(t, known, batches))];
          return [...others, ...judged.flat()].slice(0, 1);
        }),
      );
      const inside = new Set(batches.flatMap(({ walk }) => idsOf(walk)));
      t.saw("batches", batches.length);
      if (items.every(({ id }) => inside.has(id))) t.inconclusive("needs a shipment outside of the batches");
    },
  );

  rule(
    "shipments.batch-id-precedence.shipment_status",
    "adds shipment_status to batch_id",
    async (t) => {
      await judgeIgnored(t, ["shipment_status"]);
    },
    { from: "standard" },
  );

  rule(
    "shipments.batch-id-precedence.modified_at_start",
    "adds modified_at_start to batch_id",
    async (t) => {
      await judgeIgnored(t, ["modified_at_start"]);
    },
    { from: "standard" },
  );

  rule(
    "shipments.batch-id-precedence.modified_at_end",
    "adds modified_at_end to batch_id",
    async (t) => {
      await judgeIgnored(t, ["modified_at_end"]);
    },
    { from: "standard" },
  );

  rule(
    "shipments.batch-id-precedence.created_at_start",
    "adds created_at_start to batch_id",
    async (t) => {
      await judgeIgnored(t, ["created_at_start"]);
    },
    { from: "standard" },
  );

  rule(
    "shipments.batch-id-precedence.created_at_end",
    "adds created_at_end to batch_id",
    async (t) => {
      await judgeIgnored(t, ["created_at_end"]);
    },
    { from: "standard" },
  );

  rule(
    "shipments.batch-id-precedence.tag",
    "adds tag to batch_id",
    async (t) => {
      await judgeIgnored(t, ["tag"]);
    },
    { from: "standard" },
  );

  rule(
    "shipments.batch-id-precedence.all",
    "adds all six filters to batch_id",
    async (t) => {
      await judgeIgnored(t, IGNORED_BESIDE_BATCH);
    },
    { from: "standard" },
  );
});

/** Up to two batches with shipments: the fullest of those that few pages hold, failing that any. */
const batchesWithShipments = given(async (t): Promise<readonly Batch[]> => {
  const mentioned = [...(await batchesOfShipments(t)).values()].flatMap((ids) => [...ids]);
  const uses = (id: string) => mentioned.filter((other) => other === id).length;
  const fullest = [...new Set(mentioned)].toSorted((left, right) => uses(right) - uses(left));
  const candidates = [...new Set([...fullest, ...(await t.census.ids("batch_id"))])].slice(
    0,
    CANDIDATES[t.settings.effort],
  );
  const known = await knownItems(t, "shipments");
  const found: Batch[] = [];
  for (const id of candidates) {
    const walk = await walkBatch(t, known, id);
    if (walk.items.length > 0) found.push({ id, walk });
    if (found.filter((batch) => batch.walk.whole).length === WANTED[t.settings.effort]) break;
  }
  const rank = ({ walk }: Batch) => (walk.whole ? walk.items.length : 0);
  if (found.length > 0) return found.toSorted((left, right) => rank(right) - rank(left)).slice(0, 2);
  return t.inconclusive(
    `needs a batch with shipments; ${candidates.length} batches were tried. Put shipments into a batch or point at an account with some`,
  );
});

async function walkBatch(t: Check, known: Known, batch_id: string): Promise<Walked> {
  const { size, dir } = known;
  const plan = { size, dir, by: "created_at", most: BATCH_PAGES[t.settings.effort], within: known } as const;
  return accepted(t, await walkPages(t, "shipments", { batch_id }, plan));
}

/** Batch ids on the labels of each shipment; a voided label says nothing of where its shipment is now. */
async function batchesOfShipments(t: Check): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const labels = await ifReadable(t.census.list("labels"));
  const batches = new Map<string, Set<string>>();
  for (const { raw } of labels?.oldest ?? []) {
    const { shipment_id: shipment, batch_id: batch, voided, status } = raw;
    if (typeof shipment !== "string" || typeof batch !== "string" || batch === "") continue;
    if (voided === true || status === "voided") continue;
    const known = batches.get(shipment) ?? new Set();
    batches.set(shipment, known.add(batch));
  }
  return batches;
}

/**
 * No shipment comes whose labels all belong to other batches.
 * @param suspect of these, which to take for strangers; all where it is left out
 */
async function judgeMembers(
  t: Check,
  known: Known,
  { id }: Pick<Batch, "id">,
  suspect: (batches: readonly string[]) => boolean = () => true,
): Promise<readonly Finding[]> {
  const walk = await walkBatch(t, known, id);
  const batches = await batchesOfShipments(t);
  const strangers = walk.items.filter((item) => {
    const own = batches.get(item.id);
    return own !== undefined && !own.has(id) && suspect([...own]);
  });
  if (strangers.length === 0) return [];
  // The census may not know every label: ask for those of the batch.
  const labels = accepted(t, await walkPages(t, "labels", { batch_id: id }, { size: 25 }));
  const labelled = new Set(labels.items.map((label) => label.raw.shipment_id));
  const outside = strangers.filter((item) => !labelled.has(item.id));
  const [first] = outside;
  if (first === undefined) return [];
  return [
    finding(
      { rule: t.rule, exchanges: exchangesOf(walk) },
      {
        documented: `only shipments of batch ${id}`,
        received: `${renderIds(outside.map((item) => item.id))}; ${first.id} has labels of batch ${[...(batches.get(first.id) ?? [])].join(", ")} only`,
      },
    ),
  ];
}

/** Where ids are compared by their beginnings, a batch brings the shipments of those whose ids begin with its own. */
async function judgeBeginning(
  t: Check,
  known: Known,
  batches: readonly Batch[],
): Promise<readonly Finding[]> {
  if (t.settings.effort === "quick") return [];
  const named = [...(await batchesOfShipments(t)).values()].flatMap((ids) => [...ids]);
  const ids = [...new Set([...batches.map(({ id }) => id), ...named])];
  const begins = ids.find((id) => ids.some((other) => other !== id && other.startsWith(id)));
  const id = begins ?? cutShort(ids);
  if (id === null || batches.some((batch) => batch.id === id)) return [];
  const likeIt = (own: readonly string[]) => own.some((other) => other.startsWith(id));
  // An id that nobody has may be refused.
  return (await ifReadable(judgeMembers(t, known, { id }, likeIt))) ?? [];
}

/** A numbered id without its last digit that is none of the known ones. */
function cutShort(ids: readonly string[]): string | null {
  return ids.map((id) => id.slice(0, -1)).find((part) => /\d$/.test(part) && !ids.includes(part)) ?? null;
}

/** A batch that does not exist has no shipments; refusing it is fine too. */
async function judgeNoBatch(t: Check, known: Known): Promise<readonly Finding[]> {
  const read = await askPage(t, "shipments", { batch_id: NO_BATCH }, known);
  if (read.kind === "refused" || read.items.length === 0) return [];
  return [
    finding(
      { rule: t.rule, exchanges: [read.exchange] },
      {
        documented: "no shipments for a batch that does not exist",
        received: renderIds(idsOf(read)),
        pointer: "/shipments",
      },
    ),
  ];
}

/** Parameters that are added two at a time, no two of one window: where both together change nothing, neither does. */
const TWO_BY_TWO: readonly (readonly IgnoredParameter[])[] = [
  ["shipment_status", "tag"],
  ["created_at_start", "modified_at_end"],
  ["modified_at_start", "created_at_end"],
];

/**
 * Judges that parameters beside batch_id change nothing, each with a value that would leave out a shipment of
 * the batch. A control without batch_id shows that the value does leave out something.
 */
async function judgeIgnored(t: Check, parameters: readonly IgnoredParameter[]): Promise<void> {
  const batches = await t.given(batchesWithShipments);
  if ((await judgeNoBatch(t, await knownItems(t, "shipments"))).length > 0) {
    t.inconclusive("batch_id itself has no effect; see shipments.filter.batch_id");
  }
  const most = t.settings.effort === "quick" || parameters.length === 1 ? 1 : 2;
  let judged = 0;
  for (const [index, batch] of batches.entries()) {
    if (judged === most) break;
    const sieves = await Promise.all(parameters.map((parameter) => leavingOut(t, batch, parameter)));
    const usable = sieves.filter((sieve) => sieve !== null);
    if (usable.length < sieves.length) continue;
    const sieve = together([...usable, ...properWindows(batch, parameters)]);
    const pair = usable.length > 1 ? null : await withPartner(t, batch, sieve, parameters);
    for (const [at, parameter] of parameters.entries()) {
      const own = usable[at];
      if (own !== undefined) await needsControl(t, await controlOf(t, parameter, own));
    }
    t.find(
      await judgeKnown(t, "shipments", async (known) => {
        const cut = index === 0 && usable.length > 1;
        // Asked for alone only where it may be this one of the two that is not ignored.
        if (pair !== null && (await judgeBeside(t, known, batch.id, pair, { index, cut })).length === 0)
          return [];
        const findings = await judgeBeside(t, known, batch.id, sieve, { index, cut });
        if (findings.length === 0 || usable.length === 1) return findings;
        for (const one of usable) {
          if ((await judgeBeside(t, known, batch.id, one, { index, cut })).length === 0) continue;
          t.inconclusive(
            `${one.filter.words} alone is not ignored beside batch_id; see the rule of that parameter`,
          );
        }
        return findings;
      }),
    );
    judged += 1;
  }
  t.saw("batches", judged);
  if (judged === 0)
    t.inconclusive(`needs a batch with a shipment that ${parameters.join(", ")} would leave out`);
}

/** The filter of a parameter together with that of its partner, where that one leaves out a shipment too. */
async function withPartner(
  t: Check,
  batch: Batch,
  sieve: Sieve,
  parameters: readonly IgnoredParameter[],
): Promise<Sieve | null> {
  if (t.settings.effort === "thorough") return null;
  const pair = TWO_BY_TWO.find((two) => two.some((each) => parameters.includes(each))) ?? [];
  const partner = pair.find((each) => !parameters.includes(each));
  const other = partner === undefined ? null : await leavingOut(t, batch, partner);
  return other === null ? null : together([sieve, other]);
}

/** The batch with and without the filter: cut in two pages where asked, the second batch in other order. */
async function judgeBeside(
  t: Check,
  known: Known,
  batch_id: string,
  sieve: Sieve,
  { index, cut }: { readonly index: number; readonly cut: boolean },
): Promise<readonly Finding[]> {
  const { size, dir } = known;
  const alone = await walkBatch(t, known, batch_id);
  const halve = cut && t.settings.effort !== "quick" && alone.whole;
  const half = halve ? Math.ceil(alone.items.length / 2) : size;
  const query: ListQuery = index === 0 ? { batch_id, ...sieve.query } : { ...sieve.query, batch_id };
  const most = halve ? 4 : BATCH_PAGES[t.settings.effort];
  const plan = { size: Math.max(1, half), dir, by: "created_at", most, within: known } as const;
  const beside = await walkPages(t, "shipments", query, plan);
  const documented = `the shipments of batch ${batch_id}, whatever ${sieve.filter.words}`;
  if (beside.kind === "refused") return [refusal(t, beside, documented)];
  const blame = { rule: t.rule, exchanges: [...exchangesOf(beside), ...exchangesOf(alone)] };
  const findings = sameSet({ ...blame, documented, expected: comparable(alone), actual: comparable(beside) });
  if (findings.length > 0 && halve) {
    // Cut alike without the filter: what goes wrong there too is no matter of the filter.
    const plain = accepted(t, await walkPages(t, "shipments", { batch_id }, plan));
    if (sameSet({ ...blame, documented, expected: idsOf(plain), actual: idsOf(beside) }).length === 0)
      return [];
  }
  const [due, came] = [alone.pages[0]?.total ?? null, beside.pages[0]?.total ?? null];
  // A filter that is applied all the same counts fewer; any other wrong total is judged elsewhere.
  if (findings.length > 0 || due === null || came === null || came >= due) return findings;
  return [
    finding(blame, {
      documented: `total ${due}, as with batch_id alone`,
      received: `total ${came}`,
      pointer: "/total",
    }),
  ];
}

/** Ids that two walks cut at the same place must share: of a walk that is not whole, not those of its last time. */
function comparable(walk: Walked): readonly string[] {
  if (walk.whole) return idsOf(walk);
  const last = walk.items.at(-1)?.raw.created_at;
  return walk.items.filter((item) => item.raw.created_at !== last).map((item) => item.id);
}

/** A value of the parameter that leaves out a shipment of the batch; null where there is none. */
async function leavingOut(t: Check, { walk }: Batch, parameter: IgnoredParameter): Promise<Sieve | null> {
  const members = walk.items;
  switch (parameter) {
    case "shipment_status": {
      const shown = members.map((item) => item.raw.shipment_status);
      const state = rarest(
        SHIPMENT_STATES,
        (name) => shown.filter((other) => other === name).length,
        members.length,
      );
      return state === null ? null : statusSieve(state);
    }
    case "tag": {
      const { items } = await knownItems(t, "shipments");
      const carriers = (tag: string) => members.filter((item) => tagsOf(item).includes(tag)).length;
      const tag = rarest([...clearTags(items), "plimsoll-no-such-tag"], carriers, members.length);
      return tag === null ? null : tagSieve(tag);
    }
    case "created_at_start":
      return boundOutside(members, "created_at", "start");
    case "created_at_end":
      return boundOutside(members, "created_at", "end");
    case "modified_at_start":
      return boundOutside(members, "modified_at", "start");
    case "modified_at_end":
      return boundOutside(members, "modified_at", "end");
  }
}

/** The first of the values that the fewest members have, unless all have it. */
function rarest<T>(values: readonly T[], having: (value: T) => number, members: number): T | null {
  const [value] = values.toSorted((left, right) => having(left) - having(right));
  return value === undefined || having(value) >= members ? null : value;
}

/** A bound that leaves out every member. */
function boundOutside(
  members: readonly Item[],
  member: "created_at" | "modified_at",
  edge: "start" | "end",
): Sieve | null {
  const ordered = oldestFirst(datedBy(members, member) ?? []);
  const last = ordered.at(edge === "start" ? -1 : 0);
  if (last === undefined) return null;
  const bound = parseInstant(shiftedBound(last.at, edge === "start" ? 2n * SECOND : -2n * SECOND));
  return bound === null ? null : windowSieve(member, { [edge]: bound });
}

/**
 * Ends of windows that start after every member, for where both bounds are added: a target may refuse a window that
 * ends before it starts, whatever it ignores. What the end alone would leave out its own rule judges.
 */
function properWindows({ walk }: Batch, parameters: readonly IgnoredParameter[]): readonly Sieve[] {
  return (["created_at", "modified_at"] as const).flatMap((member) => {
    if (!parameters.includes(`${member}_start`) || !parameters.includes(`${member}_end`)) return [];
    const last = oldestFirst(datedBy(walk.items, member) ?? []).at(-1);
    const end = last === undefined ? null : parseInstant(shiftedBound(last.at, 3_600n * SECOND));
    return end === null ? [] : [windowSieve(member, { end })];
  });
}

/** The filter by which a parameter is controlled: where it can be one that its own rule asks for too. */
async function controlOf(t: Check, parameter: IgnoredParameter, own: Sieve): Promise<Sieve> {
  if (parameter === "tag") return tagTries(t, (await knownItems(t, "shipments")).items)[0]?.sieve ?? own;
  const member = parameter.startsWith("created_at") ? "created_at" : "modified_at";
  const edge = parameter.endsWith("_start") ? "start" : "end";
  if (!(`${member}_${edge}` === parameter)) return own;
  const [near] = await trialsOf(t, "shipments", { member, edge });
  return near?.sieve ?? own;
}

/** The control: without batch_id the filter works, so that being ignored beside it means something. */
async function needsControl(t: Check, sieve: Sieve): Promise<void> {
  const known = await knownItems(t, "shipments");
  const walk = accepted(t, await walkFiltered(t, "shipments", known, sieve.query));
  const odd = meetsFilter({ rule: t.rule, exchanges: [], filter: sieve.filter, items: walk.items });
  const all =
    known.whole && walk.whole
      ? walk.items.length === known.items.length
      : walk.pages[0]?.total === known.total;
  if (odd.length > 0 || all) {
    t.inconclusive(
      `${sieve.filter.words} has no effect without batch_id either; see the rule of that filter`,
    );
  }
}
