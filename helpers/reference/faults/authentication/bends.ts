import type { OperationId, RuleId } from "../../../contract/generated/types.js";
import { isObject } from "../../../contract/json.js";
import { memo } from "../../../contract/memo.js";
import type { Answer } from "../../service/answer.js";
import type { AuthAttempt, Bend } from "../../service/behaviours.js";
import { IncomingCall } from "../../service/call.js";
import { Problem } from "../../service/problem.js";
import type { Fault } from "../fault.js";

/** Lets matching calls in. */
export const admitting =
  (fits: (attempt: AuthAttempt) => boolean): Bend =>
  (does) => ({ acceptsKey: (attempt) => does.acceptsKey(attempt) || fits(attempt) });

export const isV1 = ({ path }: AuthAttempt): boolean => path.startsWith("/v1");

/** Operations that take any key, each with the sentence of its fault. */
export const skipped = (
  rule: RuleId,
  sentences: Readonly<Partial<Record<OperationId, string>>>,
): readonly Fault[] =>
  Object.entries(sentences).map(([id, sentence]) => ({
    id: `auth-skipped-${id}`,
    rule,
    sentence,
    bend: admitting(({ given, operation }) => Boolean(given) && operation.id === id),
  }));

/** Answers matching calls with something other than 401. */
export const refusing =
  (status: 400 | 403 | 500, fits: (attempt: AuthAttempt) => boolean): Bend =>
  (does) => ({
    refuseKey: (attempt) => {
      const problem = does.refuseKey(attempt);
      return fits(attempt) ? new Problem(status, problem.detail) : problem;
    },
  });

export const isShort = ({ given }: AuthAttempt): boolean => Boolean(given) && String(given).length < 8;
export const isLong = ({ given }: AuthAttempt): boolean => String(given ?? "").length > 255;

/** Refuses calls that lack the right key, and carries out the matching ones all the same. */
export const doing =
  (fits: (attempt: AuthAttempt) => boolean): Bend =>
  (does) => ({
    refuseKey: (attempt) => {
      // A refusal for another reason is not shown: the key's is.
      if (fits(attempt)) succeedsAnyway(attempt);
      return does.refuseKey(attempt);
    },
  });

/** Whether the call, carried out whatever its key is, succeeds. */
export function succeedsAnyway({
  shared,
  operation,
  path,
  params,
  query,
  body,
  accept,
  origin,
}: AuthAttempt): boolean {
  const incoming = { operation, path, params, query, body, accept, origin };
  try {
    return shared.does.handle(new IncomingCall(shared, incoming)).status < 400;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** Answers matching reads to any key once the right one got an answer at the same address. */
export const keeping =
  (fits: (attempt: AuthAttempt) => boolean): Bend =>
  (does) => {
    const kept = new WeakMap<AuthAttempt["shared"], Set<string>>();
    return {
      acceptsKey: (attempt) => {
        const isRight = does.acceptsKey(attempt);
        if (attempt.operation.method !== "GET" || !attempt.given || !fits(attempt)) return isRight;
        const addresses = memo(kept, attempt.shared, () => new Set<string>());
        const address = JSON.stringify([attempt.path, Object.entries(attempt.query)]);
        if (isRight) addresses.add(address);
        return addresses.has(address);
      },
    };
  };

/**
 * Refuses a wrong key for an operation with 401, and shows what it answered last all the same.
 * @param withErrors whether the error is there too
 */
export const showingLast =
  (id: OperationId, withErrors = false): Bend =>
  (does) => {
    let last: Answer["json"];
    let refused: AuthAttempt | null = null;
    return {
      handle: (call) => {
        const answer = does.handle(call);
        if (call.operation.id === id) last = answer.json;
        return answer;
      },
      refuseKey: (attempt) => {
        refused = attempt;
        return does.refuseKey(attempt);
      },
      refusal: (problem, usual) => {
        const answer = does.refusal(problem, usual);
        const isShown = problem.status === 401 && refused?.given && refused.operation.id === id;
        if (!isShown || last === undefined) return answer;
        const isBoth = withErrors && isObject(last) && isObject(answer.json);
        return { ...answer, json: isBoth ? { ...answer.json, ...last } : last };
      },
    };
  };
