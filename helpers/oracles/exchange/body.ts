import { againstSchema } from "../against-schema.js";
import { judgeReport } from "../csv.js";
import { type Judgement, NOTHING } from "../judgement.js";
import { isSuccess, type Seen } from "./context.js";

/** The operation whose success is an adjustment report. */
const REPORT = "v1GetAdjustmentReport";

/** A success's body against what the contract shows for the operation and the status. */
export function judgeBody({ exchange, answer, operation }: Seen): Judgement {
  if (operation === null || !isSuccess(answer.status)) return NOTHING;
  const { body } = answer;
  if (operation.id === REPORT && answer.status === 200) {
    if (body.kind === "empty") return judgeReport({ exchange, text: "" });
    return body.kind === "binary"
      ? judgeReport({ exchange, text: '"' })
      : judgeReport({ exchange, text: body.text });
  }
  const schema = operation.responses[String(answer.status)]?.schema ?? null;
  return schema === null || body.kind !== "json"
    ? NOTHING
    : againstSchema({ exchange, schema, value: body.value });
}
