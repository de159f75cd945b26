import { memo } from "../../contract/memo.js";
import type { Item } from "../../wire/decode.js";
import type { Exchange } from "../../wire/exchange.js";
import { okObjectOf } from "../../wire/raw.js";
import { lastSegment } from "../../wire/segment.js";
import { finding, findingOf } from "../finding.js";
import { formDifferences, identityDifferences } from "../records/forms.js";
import { type PageSeen, placeOf, type Span, spanOf } from "./readings.js";
import { goesOn } from "./still.js";
import type { Tally } from "./tally.js";

const IDENTITY_RULE = "shipment.list-by-id.identity";
const REST_RULE = "shipment.list-by-id.rest";

/** A shipment as the list showed it. */
interface Listed extends Span {
  readonly item: Item;
}

/**
 * A shipment read by id is the listed one. Members that may change are compared only if the list showed the same before
 * and after; id and creation never change.
 */
export function judgeById(
  exchanges: readonly Exchange[],
  readings: readonly PageSeen[],
  changes: readonly Span[],
  tally: Tally,
): void {
  const listed = listedBy(readings);
  for (const exchange of exchanges) {
    const span = spanOf(exchange);
    if (exchange.operation !== "v1GetShipment" || exchange.answer === null || span === null) continue;
    const id = lastSegment(exchange.request.url);
    const seen = (listed.get(`${placeOf(exchange)} shipments ${id}`) ?? []).filter((one) =>
      isNear(one, span, changes),
    );
    const [any] = seen;
    if (any === undefined) continue;
    const before = seen.filter(({ to }) => to <= span.from).at(-1);
    const after = seen.find(({ from }) => from >= span.to);
    const held =
      before !== undefined && after !== undefined && goesOn(before, after, changes) && same(before, after);
    judgeRecord(exchange, any.item, held, tally);
  }
}

function judgeRecord(exchange: Exchange, item: Item, held: boolean, tally: Tally): void {
  const blame = { rule: IDENTITY_RULE, exchanges: [exchange] };
  if (exchange.answer?.status === 404 && held) {
    tally.find([finding(blame, `shipment ${item.id}, which is listed`, "status 404")]);
  }
  const record = okObjectOf(exchange.answer);
  if (record === null) return;
  const identity = identityDifferences(item.raw, record).filter(
    ({ pointer }) => held || pointer !== "/shipment_status",
  );
  tally.find(identity.map((claim) => findingOf(blame, claim)));
  tally.saw(IDENTITY_RULE, "shipments listed and read by id");
  if (!held) {
    tally.lacks(REST_RULE, "no shipment was listed alike before and after it was read by id");
    return;
  }
  const rest = { ...blame, rule: REST_RULE };
  tally.find(formDifferences(item.raw, record).map((claim) => findingOf(rest, claim)));
  tally.saw(REST_RULE, "shipments listed and read by id");
}

/** Listed shipments in order of time, by client, service and id. */
function listedBy(readings: readonly PageSeen[]): ReadonlyMap<string, readonly Listed[]> {
  const listed = new Map<string, Listed[]>();
  for (const { source, list, page, from, to } of readings) {
    if (list !== "shipments") continue;
    for (const item of page.items) {
      memo(listed, `${source} ${item.id}`, () => []).push({ item, from, to });
    }
  }
  return listed;
}

function isNear(listed: Span, span: Span, changes: readonly Span[]): boolean {
  return listed.from <= span.from ? goesOn(listed, span, changes) : goesOn(span, listed, changes);
}

function same(before: Listed, after: Listed): boolean {
  return JSON.stringify(before.item.raw) === JSON.stringify(after.item.raw);
}
