import { schemaById } from "../../../contract/compile.js";
import type { ListDeclaration } from "../../../contract/lists.js";
import { creations } from "../../../wire/dated.js";
import { type Item, idsOf } from "../../../wire/decode.js";
import { compareInstants, DAY, type Instant, MINUTE } from "../../../wire/instant.js";
import { plural, renderIds } from "../../../wire/message.js";
import { onlyNamedIn } from "../../../wire/named-members.js";

/** A list at one moment, as far as a walk showed it. */
export interface Moment {
  readonly items: readonly Item[];
  readonly total: number;
  readonly whole: boolean;
  /** When the walk was made, by the target's clock where it shows one. */
  readonly asOf: Instant | null;
}

/**
 * Items created this long before the first look existed all the time, whatever the target's clock says; unless the
 * total rose with them: then somebody brought them in with the dates that they had elsewhere.
 */
const OLD = DAY;

/**
 * The same for items that were created at the very time of the newest known item, as those of one bulk load are: new ones
 * were created just now, as far as clocks agree.
 */
const OLD_TIE = 5n * MINUTE;

/**
 * What other clients did to a list between looks, as far as the looks show it: newer items appeared, or any while the
 * total rose; items changed, or vanished while the total fell. Null if nothing of that kind explains the difference:
 * then the target contradicts itself.
 * @param textOf an item as far as it stays the same while nobody changes it
 */
export function driftOf(looks: readonly Moment[], textOf: (item: Item) => string): string | null {
  const [first, ...later] = looks;
  const last = later.at(-1);
  if (first === undefined || last === undefined) return null;
  // If a list is known only in part, nobody can say why an item is no longer seen.
  if (looks.some(({ whole }) => !whole)) return "its oldest part alone is known";
  const before = new Map(first.items.map((item) => [item.id, item]));
  const newest = creations(first.items).at(-1);
  const seen = later.flatMap(({ items }) => items);
  const isNew = ({ createdAt }: Item) => {
    if (createdAt === null) return true;
    const after = newest === undefined ? 1 : compareInstants(createdAt, newest);
    const old = after === 0 && createdAt.hasZone ? OLD_TIE : OLD;
    return after >= 0 && !(first.asOf !== null && createdAt.epochNs < first.asOf.epochNs - old);
  };
  const rose = looks.some(({ total }, at) => total > (looks[at - 1]?.total ?? total));
  const created = seen.filter((item) => !before.has(item.id) && (rose || isNew(item)));
  const changed = seen.filter((item) => {
    const former = before.get(item.id);
    return former !== undefined && textOf(former) !== textOf(item);
  });
  const left = new Set(idsOf(last.items));
  const fell = looks.some(({ total }, at) => total < (looks[at - 1]?.total ?? total));
  const gone = fell ? first.items.filter(({ id }) => !left.has(id)) : [];
  const kinds = [
    ["created", created],
    ["changed", changed],
    ["gone", gone],
  ] as const;
  const parts = kinds.flatMap(([word, items]) => {
    const ids = [...new Set(idsOf(items))];
    return ids.length === 0 ? [] : [`${plural(ids.length, "item")} ${word}: ${renderIds(ids)}`];
  });
  return parts.length === 0 ? null : parts.join(", ");
}

/** Items that an earlier look showed and the last one does not, although each look was at the whole list. */
export function vanishedFrom(looks: readonly Moment[]): readonly string[] {
  const left = new Set(idsOf(looks.at(-1)?.items ?? []));
  const seen = new Set(looks.flatMap(({ items }) => idsOf(items)));
  return looks.every(({ whole }) => whole) ? [...seen].filter((id) => !left.has(id)) : [];
}

/**
 * An item as text, as far as it stays the same while nobody changes it: the members that the contract names, and links
 * without their query, which may be signed anew for each answer.
 */
export function lastingTextOf({ item }: Pick<ListDeclaration, "item">): (item: Item) => string {
  let named: ReturnType<typeof onlyNamedIn> | null = null;
  return ({ raw }) => {
    named ??= onlyNamedIn(schemaById(item));
    return JSON.stringify(named(raw), (_, value: unknown) => unsigned(value));
  };
}

function unsigned(value: unknown): unknown {
  return typeof value === "string" && /^https?:/i.test(value) ? value.replace(/\?.*/s, "") : value;
}
