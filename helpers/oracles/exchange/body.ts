import type { SchemaId } from "../../contract/generated/types.js";
import { firstOfEach } from "../../contract/group-by.js";
import { isObject } from "../../contract/json.js";
import type { Operation } from "../../contract/model.js";
import type { Exchange } from "../../wire/exchange.js";
import { isSuccess } from "../../wire/status.js";
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
    if (body.kind === "binary") return unreadableReport(exchange, renderBody(body));
    return judgeReport({ exchange, text: body.kind === "empty" ? "" : body.text });
  }
  const schema = schemaFor(operation, answer.status);
  if (schema === null || body.kind !== "json") return NOTHING;
  const items = Array.isArray(body.value) ? ITEMS[schema] : undefined;
  return merge([
    againstSchema({
      exchange,
      schema,
      value: V1_SHOWN.has(operation.id) ? withNames(body.value) : body.value,
    }),
    ...(items === undefined ? [] : [judgeBare(exchange, items, body.value)]),
  ]);
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

/** v1 makes webhooks from a url and an event only. */
function mayBeOfV1({ event, headers, store_id }: Readonly<Record<string, unknown>>): boolean {
  const hasHeaders = Array.isArray(headers) && headers.length > 0;
  return typeof event === "string" && !hasHeaders && typeof store_id !== "number";
}

/** v2 lists that may come without an object around them, and the schema of their items. */
const ITEMS: Readonly<Partial<Record<SchemaId, SchemaId>>> = {
  "v2/labels": "v2/label",
  "v2/shipments": "v2/shipment",
};

/** Judges the items of a bare list; each rule is blamed once, as in a list with an envelope. */
function judgeBare(exchange: Exchange, schema: SchemaId, list: unknown): Judgement {
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  const { findings, evidence } = merge(
    items.map((value, at) => {
      const judged = againstSchema({ exchange, schema, value });
      const placed = judged.findings.map((each) => ({ ...each, pointer: `/${at}${each.pointer ?? ""}` }));
      return { ...judged, findings: placed };
    }),
  );
  return { findings: firstOfEach(findings, ({ rule }) => rule), evidence };
}
