import type { Exchange, Finding } from "../wire/exchange.js";
import { renderValue, requestLine } from "../wire/message.js";

/** The rule to blame and the exchanges that show the breach; the first one names the request. */
export interface Blame {
  readonly rule: string;
  readonly exchanges: readonly Exchange[];
  /** Journal indexes of earlier exchanges that show it too. */
  readonly earlier?: readonly number[];
}

/** What a finding says, without its blame. */
export interface Claim {
  readonly documented: string;
  readonly received: string;
  /** JSON Pointer into the answer's body. */
  readonly pointer?: string;
  readonly smallest?: string;
}

/** The claim that a member is as expected. */
export function memberClaim(member: string, expected: unknown, actual: unknown): Claim {
  return {
    documented: `${member} ${renderValue(expected)}`,
    received: renderValue(actual),
    pointer: `/${member}`,
  };
}

/** A breach: what is documented, what came, and where in the body of the answer. */
export function finding(blame: Blame, documented: string, received: string, pointer?: string): Finding {
  return findingOf(blame, { documented, received, ...(pointer === undefined ? {} : { pointer }) });
}

/** Combines a claim with its blame. */
export function findingOf(blame: Blame, claim: Claim): Finding {
  const first = blame.exchanges[0];
  return {
    rule: blame.rule,
    request: first === undefined ? "" : requestLine(first),
    operation: first?.operation ?? null,
    exchanges: [...blame.exchanges.map(({ index }) => index), ...(blame.earlier ?? [])],
    ...claim,
  };
}
