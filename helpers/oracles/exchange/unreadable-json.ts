import { UNREADABLE, undoingOf } from "../../contract/conduct.js";
import { objectOf } from "../../wire/raw.js";
import { is4xx } from "../../wire/status.js";
import { isAboutTheCaller } from "../answers/refusal.js";
import { finding } from "../finding.js";
import { type Judgement, looked, NOTHING } from "../judgement.js";
import type { JudgedExchange } from "./context.js";

export const UNREADABLE_RULE = "content.unreadable-json";

/**
 * A truncated body has no effect. Judged only for the body that the checks send: other recordings may have truncated
 * bodies after the fact.
 */
export function judgeUnreadableJson({ exchange, answer, operation }: JudgedExchange): Judgement {
  const { body, key } = exchange.request;
  if (operation === null || body !== UNREADABLE.text || key !== "right") return NOTHING;
  const name = undoingOf(operation.method, operation.path)?.missing;
  const id = name == null ? undefined : objectOf(answer)?.[name];
  const { status } = answer;
  const isMade = status === 201 || (status === 200 && typeof id === "string");
  // Only a refusal about the body shows that it was looked at.
  const isRefused = is4xx(status) && status !== 404 && !isAboutTheCaller(answer);
  if (!isMade) return isRefused ? looked(UNREADABLE_RULE, []) : NOTHING;
  return looked(UNREADABLE_RULE, [
    finding(
      { rule: UNREADABLE_RULE, exchanges: [exchange] },
      "nothing comes of a body that is not JSON",
      `status ${status}${typeof id === "string" ? `, and ${name} ${id} is shown` : ""}`,
    ),
  ]);
}
