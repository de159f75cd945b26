import type { Finding, Findings } from "../helpers/wire/exchange.js";
import type { RuleResult } from "./results.js";

/** A known breach that is accepted until a certain day. */
export interface Waiver {
  readonly rule: string;
  /** operationId; without it the waiver covers every operation. */
  readonly operation?: string;
  readonly reason: string;
  /** Last day on which it holds, YYYY-MM-DD in UTC. */
  readonly expires: string;
}

/** The waivers of a run, and the day on which they are applied. */
export interface Waivers {
  readonly list: readonly Waiver[];
  /** YYYY-MM-DD in UTC. */
  readonly today: string;
  /** True in one shard of a run: only the joined run shows whether a waiver is useless. */
  readonly part?: boolean;
  /** Operations that were asked; only they show whether their waiver is useless. All if absent. */
  readonly asked?: ReadonlySet<string>;
}

/** The verdict on a rule before or after its waivers. */
interface Ruling extends Pick<RuleResult, "verdict" | "reason" | "settle" | "options"> {
  /** The findings that support it. */
  readonly findings: Findings;
}

const NO_WAIVERS: Waivers = { list: [], today: "" };

/**
 * Applies the waivers of a rule to its ruling.
 *
 * Every finding waived: `waived`. A finding that is not waived: unchanged. A waiver that waives nothing, because the
 * rule holds or the waiver has expired: `stale`, which fails, so that the list shrinks. A rule that could not be judged
 * stays so unless a waiver has expired; a rule outside the run's scope is left alone.
 * @param waivers those of all rules
 */
export function withWaivers(
  ruling: Ruling,
  rule: string,
  { list, today, part = false, asked }: Waivers = NO_WAIVERS,
): Ruling {
  const mayBeIdle = ({ operation }: Waiver) =>
    !part && (operation === undefined || asked === undefined || asked.has(operation));
  const own = list.filter((waiver) => waiver.rule === rule);
  const expired = own.filter(({ expires }) => expires < today);
  const current = own.filter(({ expires }) => expires >= today);
  switch (ruling.verdict) {
    case "violates":
    case "warns":
      return breached(ruling, current, expired, mayBeIdle);
    case "conforms":
      return staleBy(ruling, expired[0], current.find(mayBeIdle));
    case "inconclusive":
      return staleBy(ruling, expired[0], undefined);
    default:
      return ruling;
  }
}

function breached(
  ruling: Ruling,
  current: readonly Waiver[],
  expired: readonly Waiver[],
  mayBeIdle: (waiver: Waiver) => boolean,
): Ruling {
  const { findings, verdict, reason } = ruling;
  const bare = findings.filter((finding) => !current.some((waiver) => covers(waiver, finding)));
  const over = expired.find((waiver) => findings.some((finding) => covers(waiver, finding))) ?? expired[0];
  if (bare.length > 0) {
    // A warning does not fail; an expired waiver does.
    if (verdict === "warns") return staleBy(ruling, over, undefined);
    const some = bare.length < findings.length ? `; ${bare.length} of them not waived` : "";
    return {
      ...ruling,
      reason: `${reason}${some}${over === undefined ? "" : `; ${expiry(over)}`}`,
      findings: bare,
    };
  }
  const [used, unused] = [
    current.filter((waiver) => findings.some((finding) => covers(waiver, finding))),
    current.filter((waiver) => !findings.some((finding) => covers(waiver, finding))),
  ];
  const idle = unused.find(mayBeIdle);
  const [waiver] = used;
  if (over !== undefined || idle !== undefined || waiver === undefined) return staleBy(ruling, over, idle);
  return {
    ...ruling,
    verdict: "waived",
    reason: `${reason}; waived until ${waiver.expires}: ${waiver.reason}`,
  };
}

function staleBy(ruling: Ruling, expired: Waiver | undefined, idle: Waiver | undefined): Ruling {
  const { findings } = ruling;
  if (expired !== undefined) return { verdict: "stale", reason: expiry(expired), findings };
  if (idle === undefined) return ruling;
  const where = idle.operation === undefined ? "the rule holds" : `${idle.operation} keeps the rule`;
  return { verdict: "stale", reason: `${where}, so remove its waiver (${idle.reason})`, findings };
}

function expiry({ expires, reason }: Waiver): string {
  return `its waiver expired on ${expires} (${reason})`;
}

function covers({ operation }: Waiver, finding: Finding): boolean {
  return operation === undefined || operation === finding.operation;
}
