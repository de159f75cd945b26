import type { RuleId } from "../../contract/generated/types.js";
import type { Body } from "../../wire/exchange.js";
import { isJsonType } from "../../wire/json-type.js";
import { renderValue } from "../../wire/message.js";
import { isCutShort } from "../../wire/raw.js";
import { isSuccess } from "../../wire/status.js";
import { broken, type Judgement, kept, merge, NOTHING } from "../judgement.js";
import { answersJson, type JudgedExchange } from "./context.js";

export const CONTENT_RULES = {
  successJson: "status.success-json",
  empty204: "status.204-empty",
  body207: "status.207-body",
  type: "content.response-type",
} as const;

/** The content of a success: nothing with 204, parts with 207, otherwise JSON with its Content-Type. */
export function judgeContent(judged: JudgedExchange): Judgement {
  const { answer, operation } = judged;
  if (operation === null) return NOTHING;
  if (answer.status === 204)
    return expect(judged, CONTENT_RULES.empty204, answer.body.kind === "empty", "no body");
  if (answer.status === 207) {
    return expect(
      judged,
      CONTENT_RULES.body207,
      answer.body.kind === "json",
      "a JSON body that holds the parts",
    );
  }
  return merge([isSuccess(answer.status) ? successJson(judged) : NOTHING, contentType(judged)]);
}

/**
 * An empty success of a write is a breach only if the contract shows the body; an empty success of a read always is.
 */
function successJson(judged: JudgedExchange): Judgement {
  const { answer, operation } = judged;
  if (operation === null || !answersJson(operation)) return NOTHING;
  const shown = Object.entries(operation.responses).some(
    ([status, shape]) => isSuccess(Number(status)) && shape.schema !== null && !shape.open,
  );
  if (answer.body.kind === "empty" && !shown && operation.method !== "GET") return NOTHING;
  if (isCutShort(answer.body)) return NOTHING;
  return expect(judged, CONTENT_RULES.successJson, answer.body.kind === "json", "a well-formed JSON body");
}

function contentType(judged: JudgedExchange): Judgement {
  const { answer, operation } = judged;
  if (answer.body.kind !== "json" || operation === null) return NOTHING;
  // Errors are JSON wherever a success is none.
  if (answer.status < 400 && !answersJson(operation)) return NOTHING;
  const given = answer.headers["content-type"];
  if (given !== undefined && isJsonType(given)) return kept(CONTENT_RULES.type);
  return broken(CONTENT_RULES.type, judged.exchange, "a JSON Content-Type", renderValue(given));
}

function expect(
  { exchange, answer }: JudgedExchange,
  rule: RuleId,
  holds: boolean,
  documented: string,
): Judgement {
  if (holds) return kept(rule);
  const received = `status ${answer.status} with ${renderBody(answer.body)}`;
  return broken(rule, exchange, documented, received);
}

/** The body of an answer in words, with its text where it has one. */
export function renderBody(body: Body): string {
  switch (body.kind) {
    case "empty":
      return "no body";
    case "binary":
      return `a binary body of ${body.bytes} bytes`;
    case "unreadable":
      return `a body that is ${body.why}${body.text === "" ? "" : `: ${renderValue(fromOddByte(body.text))}`}`;
    case "text":
      return `a body that is not JSON: ${renderValue(body.text)}`;
    case "json":
      return `the body ${renderValue(body.text)}`;
  }
}

/** Characters shown before a byte that cannot be read. */
const SHOWN_BEFORE = 30;

/** A text from shortly before its first replacement character, which stands for a byte that cannot be read. */
function fromOddByte(text: string): string {
  const at = text.indexOf("\ufffd");
  return at <= SHOWN_BEFORE ? text : `…${text.slice(at - SHOWN_BEFORE)}`;
}
