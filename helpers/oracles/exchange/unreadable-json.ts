import { UNREADABLE, undoingOf } from "../../contract/conduct.js";
import { objectOf } from "../../wire/raw.js";
import { is4xx } from "../../wire/status.js";
import { isAboutTheCaller } from "../answers/refusal.js";
import { broken, type Judgement, kept, NOTHING } from "../judgement.js";
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
  if (!isMade) return isRefused ? kept(UNREADABLE_RULE) : NOTHING;
  const received = `status ${status}${typeof id === "string" ? `, and ${name} ${id} is shown` : ""}`;
  return broken(UNREADABLE_RULE, exchange, "nothing comes of a body that is not JSON", received);
}
