import type { SchemaId } from "../../contract/generated/types.js";
import { firstOfEach } from "../../contract/group-by.js";
import { isObject } from "../../contract/json.js";
import type { Operation } from "../../contract/model.js";
import type { Exchange } from "../../wire/exchange.js";
import { findArray } from "../../wire/find-array.js";
import { isCutShort, textOf } from "../../wire/raw.js";
import { type PlacedRecord, recordsWithId } from "../../wire/search.js";
import { lastSegment } from "../../wire/segment.js";
import { isSuccess } from "../../wire/status.js";
import { mayBeOfV1 } from "../../wire/webhook-of-v1.js";
import { againstSchema } from "../answers/against-schema.js";
import { type Judgement, merge, NOTHING } from "../judgement.js";
import { judgeReport, unreadableReport } from "../reports/csv.js";
import { renderBody } from "./content.js";
import type { JudgedExchange } from "./context.js";

/** The operation whose success is an adjustment report. */
const REPORT = "v1GetAdjustmentReport";

/** Judges the body of a success against what the contract shows for the operation and status. */
export function judgeBody({ exchange, answer, operation }: JudgedExchange): Judgement {
  if (operation === null || !isSuccess(answer.status)) return NOTHING;
  const { body } = answer;
  if (operation.id === REPORT) {
    if (isCutShort(body)) return NOTHING;
    if (body.kind === "binary" || body.kind === "unreadable")
      return unreadableReport(exchange, renderBody(body));
    return judgeReport({ exchange, text: textOf(body) });
  }
  const schema = schemaFor(operation, answer.status);
  if (schema === null || body.kind !== "json") return NOTHING;
  const value = V1_SHOWN.has(operation.id) ? withNames(body.value) : body.value;
  const { findings, evidence } = merge([
    againstSchema({ exchange, schema, value }),
    judgeElsewhere(exchange, schema, value),
  ]);
  return { findings: firstOfEach(findings, ({ rule }) => rule), evidence };
}

/** The shape shown for the status; for a status that the contract does not have here, the shape of a success. */
function schemaFor({ responses, successStatuses }: Operation, status: number): SchemaId | null {
  const shape = responses[String(status)];
  if (shape !== undefined) return shape.schema;
  const [schema = null] = successStatuses.flatMap((success) => responses[success]?.schema ?? []);
  return schema;
}

/** v2 operations that may show webhooks made in v1, which have no name. */
const V1_SHOWN: ReadonlySet<string> = new Set(["v2ListWebhooks", "v2GetWebhook"]);

/** The body with a name for each webhook that may come from v1, which cannot set one. */
function withNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNames);
  return isObject(value) && value.name == null && mayBeOfV1(value) ? { ...value, name: "" } : value;
}

/** A kind of record in v2, and its list. */
interface OpenRecord {
  readonly schema: SchemaId;
  /** The schema of the list, which knows the array by its name alone. */
  readonly listSchema: SchemaId;
  /** The member that holds the id. */
  readonly id: string;
  /** The name of the array. */
  readonly list: string;
}

const OPEN_RECORDS: readonly OpenRecord[] = [
  { schema: "v2/label", listSchema: "v2/labels", id: "label_id", list: "labels" },
  {
    schema: "v2/purchase-order",
    listSchema: "v2/purchase-orders",
    id: "purchase_order_id",
    list: "purchase_orders",
  },
  { schema: "v2/shipment", listSchema: "v2/shipments", id: "shipment_id", list: "shipments" },
];

/** Judges records of v2 that stand elsewhere than the schema of the answer looks for them. */
function judgeElsewhere(exchange: Exchange, schema: SchemaId, body: unknown): Judgement {
  const kind = OPEN_RECORDS.find((each) => each.listSchema === schema || each.schema === schema);
  if (kind === undefined) return NOTHING;
  const records =
    kind.listSchema === schema
      ? listedElsewhere(kind, body)
      : wrapped(kind, body, lastSegment(exchange.request.url));
  return judgeRecords(exchange, kind, records);
}

function listedElsewhere({ id, list }: OpenRecord, body: unknown): readonly PlacedRecord[] {
  const found = findArray(body, { id, name: list });
  if (found === null || !found.isSure || found.pointer === `/${list}`) return [];
  const placed = found.items.map((raw, at) => ({ raw, pointer: `${found.pointer}/${at}` }));
  return placed.filter(({ raw }) => id in raw);
}

/** The record with the id inside a wrapper; none if that is not clear. */
function wrapped({ id }: OpenRecord, body: unknown, asked: string): readonly PlacedRecord[] {
  const found = recordsWithId(body, id, asked);
  return found.length === 1 && found[0]?.pointer !== "" ? found : [];
}

function judgeRecords(
  exchange: Exchange,
  { schema }: OpenRecord,
  records: readonly PlacedRecord[],
): Judgement {
  return merge(
    records.map(({ raw, pointer }) => {
      const { findings, evidence } = againstSchema({ exchange, schema, value: raw });
      return {
        evidence,
        findings: findings.map((each) => ({ ...each, pointer: pointer + (each.pointer ?? "") })),
      };
    }),
  );
}
