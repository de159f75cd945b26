import { findOperation, operations } from "../../contract/operations.js";
import { ORDER_STATUSES } from "../../contract/purchase-orders.js";
import type { Exchange } from "../../wire/exchange.js";
import { findArray } from "../../wire/find-array.js";
import { jsonOf, type Raw } from "../../wire/raw.js";
import { segmentsOf } from "../../wire/segment.js";

/** Where a kind of record shows its id and its state, and the states that only a write leads to. */
interface Kind {
  readonly id: string;
  readonly state: string;
  readonly written: readonly string[];
}

/** By the last word of the path of the list. */
const KINDS: Readonly<Record<string, Kind>> = {
  batches: { id: "batch_id", state: "status", written: ["archived"] },
  labels: { id: "label_id", state: "status", written: ["voided"] },
  shipments: { id: "shipment_id", state: "shipment_status", written: ["cancelled"] },
  purchase_orders: {
    id: "purchase_order_id",
    state: "status",
    written: ORDER_STATUSES.filter((status) => status !== "draft"),
  },
};

/** A list, or a record below it by its id. */
const SHOWING = /^\/v[12]\/(\w+)(?:\/\{\w+_id\})?$/;

/** The lists whose records show a state, with the path parameter that holds the id of such a record. */
export function statefulLists() {
  const lists = operations.filter(({ method, pathParams }) => method === "GET" && pathParams.length === 0);
  return lists.flatMap(({ id }) => {
    const kind = kindOf(id);
    return kind === null ? [] : [{ list: id, parameter: kind.id }];
  });
}

/** A record, as an answer showed it. */
export interface Shown {
  readonly id: string;
  readonly raw: Raw;
}

export interface StateShown extends Shown {
  readonly kind: Kind;
  readonly state: string;
}

/** A record with the journal position of the last exchange that showed its state. */
interface LastSeen {
  readonly id: string;
  readonly index: number;
}

/**
 * A record that the run read, whose state was another one afterwards although the run sent no write that names it, or a
 * record that it belongs to.
 */
export interface Moved {
  readonly kind: Kind;
  readonly id: string;
  readonly was: string;
  readonly is: string;
  /** Journal positions of the last look that showed the former state, and of the one that showed the new one. */
  readonly from: number;
  readonly to: number;
}

interface Look extends LastSeen {
  readonly kind: Kind;
  readonly state: string;
  /** Whether it was read by its id, or something below it, since then. */
  readonly isRead: boolean;
}

/** The records whose state an answer to a plain read shows. */
export function statesIn({ operation: id, request, answer }: Exchange): readonly StateShown[] {
  const kind = kindOf(id);
  if (kind === null || request.method !== "GET" || answer?.status !== 200) return [];
  // A list under one state never shows another.
  if ([...new URL(request.url).searchParams.keys()].some((name) => name.endsWith("status"))) return [];
  const items = findArray([jsonOf(answer)], { id: kind.id })?.items ?? [];
  return items.flatMap((raw) => {
    const [own, state] = [raw[kind.id], raw[kind.state]];
    return typeof own === "string" && typeof state === "string" ? [{ kind, id: own, state, raw }] : [];
  });
}

function kindOf(operation: string | null): Kind | null {
  const path = operation === null ? undefined : findOperation(operation)?.path;
  const [, word = ""] = path?.match(SHOWING) ?? [];
  return KINDS[word] ?? null;
}

/** Whether a record names a shipment or batch that the run wrote to: the write may rightly have moved both. */
function belongsTo(raw: Raw, changed: ReadonlySet<string>): boolean {
  return [raw.shipment_id, raw.batch_id].some((id) => typeof id === "string" && changed.has(id));
}

/** Ids of different kinds may be the same. */
const keyOf = ({ id: member }: Kind, id: string): string => `${member} ${id}`;

/** Follows the states of records through a run, in the order of the exchanges. */
export class RecordStates {
  readonly #looks = new Map<string, Look>();
  readonly #moved: Moved[] = [];
  #unmoved = 0;

  /** @param changed ids of the records that the run wrote to, or tried to, so far */
  constructor(private readonly changed: ReadonlySet<string>) {}

  /** Records that changed their state after they were read. */
  get moved(): readonly Moved[] {
    return this.#moved;
  }

  /** How often a record that was read had its state still afterwards. */
  get unmoved(): number {
    return this.#unmoved;
  }

  /** Other records of its kind, unchanged by the run, in the state that a record had before it moved. */
  others({ kind, id, was }: Moved): readonly LastSeen[] {
    return [...this.#looks.values()].filter(
      (look) => look.kind === kind && look.state === was && look.id !== id && !this.changed.has(look.id),
    );
  }

  /** Takes note of the states that an answer shows, and of the records that its request names. */
  look(exchange: Exchange): void {
    const { request, index } = exchange;
    if (request.method !== "GET" || request.key !== "right") return;
    for (const id of segmentsOf(new URL(request.url))) this.#noteRead(id);
    for (const { kind, id, state, raw } of statesIn(exchange)) {
      const key = keyOf(kind, id);
      const last = this.#looks.get(key);
      this.#looks.set(key, { kind, id, state, index, isRead: false });
      if (last !== undefined && !this.changed.has(id) && !belongsTo(raw, this.changed))
        this.#compare(last, state, index);
    }
  }

  #compare({ kind, id, state: was, index: from, isRead }: Look, is: string, to: number): void {
    if (was === is) this.#unmoved += isRead ? 1 : 0;
    else if (kind.written.includes(is)) this.#moved.push({ kind, id, was, is, from, to });
  }

  #noteRead(id: string): void {
    for (const kind of Object.values(KINDS)) {
      const look = this.#looks.get(keyOf(kind, id));
      if (look !== undefined) this.#looks.set(keyOf(kind, id), { ...look, isRead: true });
    }
  }
}
