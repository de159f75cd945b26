import { shorten } from "../../contract/text.js";
import { finding } from "../finding.js";
import { broken, type Judgement, kept, looked, merge } from "../judgement.js";
import type { Context, JudgedExchange } from "./context.js";

export const REQUEST_ID_RULES = { present: "request-id.present", unique: "request-id.unique" } as const;

/** Every answer, errors included, has a request id that no other answer has. */
export function judgeRequestId(
  { exchange, answer }: JudgedExchange,
  { options, memory }: Context,
): Judgement {
  const { present, unique } = REQUEST_ID_RULES;
  const name = options.requestIdHeader;
  const id = answer.headers[name.toLowerCase()]?.trim() ?? "";
  if (id === "") {
    const received = `status ${answer.status} without it`;
    return broken(present, exchange, `the header ${name}`, received);
  }
  const before = memory.requestIds.get(id);
  if (before === undefined) memory.requestIds.set(id, exchange.index);
  const again =
    before === undefined
      ? []
      : [
          finding(
            { rule: unique, exchanges: [exchange], earlier: [before] },
            `a value of ${name} that no other answer has`,
            `${shorten(id)} again`,
          ),
        ];
  return merge([kept(present), looked(unique, again)]);
}
