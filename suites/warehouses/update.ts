import { findArray } from "../../helpers/oracles/search.js";
import type { Answered, Check } from "../../helpers/runner/check.js";
import { awaitEffect } from "../../helpers/runner/lag.js";
import type { OpenList } from "../../helpers/runner/open-list.js";
import { succeeded } from "../../helpers/runner/probe.js";
import { shared } from "../../helpers/runner/shared.js";
import {
  addressDifferences,
  bodyOf,
  changed,
  listWarehouses,
  membersOf,
  readWarehouse,
  type Shown,
  type WarehouseBody,
} from "./record.js";

/** One warehouse that was changed, looked at and put back. Null is what is left out at effort quick. */
export interface Life {
  readonly id: string;
  /** Null where v2 does not show it; then only statuses can be judged. */
  readonly original: Shown | null;
  readonly sent: WarehouseBody;
  readonly answer: Answered;
  /** The same with the indicator on the return address. */
  readonly withIndicator: Answered | null;
  readonly withoutId: Answered | null;
  readonly wrongTypes: readonly Answered[];
  readonly after: Shown | null;
  readonly listBefore: OpenList | null;
  readonly listAfter: OpenList | null;
  readonly restored: Answered;
  readonly atLast: Shown | null;
}

interface Subject {
  readonly id: string;
  readonly original: Shown | null;
  readonly body: WarehouseBody;
}

/** Bodies that are wrong in one type each. */
const WRONG = [{ name: 12345 }, { origin_address: "11 Plimsoll Quay" }] as const;

/** Changes a warehouse, looks, and puts it back whatever happens in between. */
export const life = shared(async (t): Promise<Life> => {
  const { id, original, body } = await subject(t);
  const sent = changed(body);
  const listBefore = await listWarehouses(t);
  const put = (what: object) =>
    t.ask({ operation: "v1UpdateWarehouse", path: { warehouse_id: id }, body: what });
  const seen = await lookAtChanges().then(
    (changes) => ({ changes }),
    (error: unknown) => ({ error }),
  );
  const takesIndicator = "changes" in seen && isAccepted(seen.changes.withIndicator);
  const restored = await put(takesIndicator ? withFormerIndicator(body, original) : body);
  const atLast = await awaitEffect(
    () => readWarehouse(t, id),
    (shown) => shown === null || shown.name === body.name,
  );
  if ("error" in seen) throw seen.error;
  return { id, original, sent, listBefore, ...seen.changes, restored, atLast };

  async function lookAtChanges() {
    const answer = await put(sent);
    const after = await awaitEffect(
      () => readWarehouse(t, id),
      (shown) => shown === null || !succeeded(answer) || isShown(sent, shown),
    );
    const listAfter = await listWarehouses(t);
    const indicator = { address_residential_indicator: "no" };
    const isQuick = t.settings.effort === "quick" && succeeded(answer);
    if (isQuick) return { answer, after, listAfter, withIndicator: null, withoutId: null, wrongTypes: [] };
    const withIndicator = await put({ ...sent, return_address: { ...sent.return_address, ...indicator } });
    const { warehouse_id: _, ...anonymous } = sent;
    const withoutId = await put(anonymous);
    const wrongTypes: Answered[] = [];
    for (const wrong of WRONG) wrongTypes.push(await put({ ...sent, ...wrong }));
    return { answer, after, listAfter, withIndicator, withoutId, wrongTypes };
  }
});

/** Whether a request was made and succeeded. */
export function isAccepted(exchange: Answered | null): exchange is Answered {
  return exchange !== null && succeeded(exchange);
}

/** The documented body has no indicator on the return address; one that was there is put back all the same. */
function withFormerIndicator(body: WarehouseBody, original: Shown | null): WarehouseBody {
  const indicator = original?.returns?.address_residential_indicator;
  if (typeof indicator !== "string") return body;
  return { ...body, return_address: { ...body.return_address, address_residential_indicator: indicator } };
}

/** Whether a warehouse shows all that was sent, as far as it shows any of it. */
function isShown(sent: WarehouseBody, { name, origin, returns }: Shown): boolean {
  return (
    (name === null || name === sent.name) &&
    (origin === null || addressDifferences(sent.origin_address, origin).length === 0) &&
    (returns === null || addressDifferences(sent.return_address, returns).length === 0)
  );
}

/**
 * A warehouse that may be changed and of which enough is known to put it back.
 * @throws Inconclusive when there is none
 */
async function subject(t: Check): Promise<Subject> {
  if (t.settings.writes !== "fixtures")
    t.inconclusive(
      "changes a warehouse and puts it back; --writes fixtures with a fixture warehouse lets it",
    );
  const named = t.settings.fixtures.warehouse ?? [];
  const ids = t.settings.fixturesAll
    ? [...named, ...(await t.census.ids("warehouse_id")).toReversed()]
    : named;
  for (const id of ids) {
    const original = await readWarehouse(t, id);
    const body = original === null ? null : bodyOf(id, original);
    if (body !== null) return { id, original, body };
  }
  const [id] = ids;
  if (id === undefined)
    return t.inconclusive("needs a warehouse that may be changed; name one as fixture warehouse");
  const original = await readWarehouse(t, id);
  const composed = t.settings.fixturesAll ? await fromShipments(t, id, original?.name) : null;
  if (composed !== null) return { id, original, body: composed };
  return t.inconclusive(
    `v2 does not show name and addresses of warehouse ${id}, so that it could not be put back after a change`,
  );
}

/** What the shipments of a warehouse tell of its addresses; only where nothing has to be put back. */
async function fromShipments(
  t: Check,
  id: string,
  name: string | null = null,
): Promise<WarehouseBody | null> {
  const exchange = await t.ask({ operation: "v1ListShipments" });
  const { body } = exchange.answer;
  const shipments = body.kind === "json" ? (findArray(body.value)?.items ?? []) : [];
  const one = shipments.find(({ warehouse_id: each }) => each === id) ?? shipments[0];
  if (one === undefined) return null;
  const { ship_from: origin_address, return_to: return_address } = one;
  return bodyOf(id, membersOf({ name: name ?? "Plimsoll dock", origin_address, return_address }));
}
