import type { Generation, Operation } from "../../contract/model.js";
import { matchOperation } from "../../contract/operations.js";
import { alike, sameOutline } from "../../oracles/answers/likeness.js";
import { errorsIn, isAboutTheCaller, isRefusal } from "../../oracles/answers/refusal.js";
import type { Answered } from "../../wire/exchange.js";
import type { Ask } from "../check/ask.js";
import type { Check } from "../check/check.js";
import { askOnce, askUnknownPath } from "./probe.js";

/**
 * A request to an unknown path of the same generation and depth, to compare with a request of the operation. If a list
 * stands beside records (/v2/totes/quantities), the path is that of an unknown record, whose id may have no usual form.
 */
export function unknownPathAsk(operation: Operation, rest: Omit<Ask, "operation"> = {}): Ask {
  const { method, path } = operation;
  const [, generation = "", ...segments] = path.split("/");
  const unknown = `/${[generation, ...segments.map((_, at) => `plimsoll-nothing-${at}`)].join("/")}`;
  const meant = method === "GET" ? ({ intent: "nowhere" } as const) : {};
  return { ...meant, ...rest, method, pathname: shadowingSibling(operation) ?? unknown };
}

/** The path of an unknown record beside the operation's own, if that is an operation too; otherwise null. */
function shadowingSibling({ method, path, pathParams }: Operation): string | null {
  const sibling = `${path.slice(0, path.lastIndexOf("/"))}/plimsoll-nothing`;
  return pathParams.length === 0 && matchOperation(method, sibling) !== null ? sibling : null;
}

/**
 * Whether an unknown path gets the same answer. If the answer differs from that of any one unknown path with its
 * method, it differs from all of them; only otherwise is a path of the same depth asked.
 * @param rest what the request had besides its path
 */
export async function isLikeUnknown(
  t: Check,
  operation: Operation,
  answer: Answered,
  rest: Pick<Ask, "raw" | "key"> = {},
): Promise<boolean> {
  const { method, generation } = operation;
  if (shadowingSibling(operation) === null || isClosed(operation, answer)) {
    const any = await askUnknownPath(t, generation, { ...rest, method });
    if (any !== null && !(await saysTheSame(t, generation, answer, any))) return false;
  }
  const blank = await askOnce(t, unknownPathAsk(operation, rest));
  return blank === null || saysTheSame(t, generation, answer, blank);
}

/**
 * Whether a read is refused because of what the account may do. That is said of a part of the service, whatever the id:
 * a read by id beside it gets the same.
 */
function isClosed({ method }: Operation, { answer }: Answered): boolean {
  return method === "GET" && errorsIn(answer).length > 0 && isRefusal(answer) && isAboutTheCaller(answer);
}

/** If no two answers are alike, compares their outlines. */
async function saysTheSame(
  t: Check,
  generation: Generation,
  answer: Answered,
  blank: Answered,
): Promise<boolean> {
  return sameOutline(answer, blank) && (alike(answer, blank) || (await isNoisy(t, generation)));
}

/** Whether every path of the generation gets the same success. */
export async function isForEveryPath(
  t: Check,
  { generation }: Operation,
  answer: Answered,
): Promise<boolean> {
  const any = await askUnknownPath(t, generation, { method: "GET" });
  if (any === null || any.answer.status !== answer.answer.status) return false;
  const whole = t.session.journal.load(answer.index);
  return whole.answer !== null && alike({ ...whole, answer: whole.answer }, any);
}

async function isNoisy(t: Check, generation: Generation): Promise<boolean> {
  const [one, other] = await Promise.all(
    ["one", "other"].map((word) => askUnknownPath(t, generation, { method: "GET" }, word)),
  );
  return one == null || other == null || !alike(one, other);
}
