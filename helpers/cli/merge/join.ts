import { addTallies, distinct, total } from "../../../reports/collect.js";
import { groupBy } from "../../contract/group-by.js";
import { EVERY_EXCHANGE } from "../../engine/vitest/every-exchange.js";
import { SeenExchanges, samplesOf } from "../../engine/vitest/facts.js";
import type { RunRecord } from "../../engine/vitest/reporter.js";
import { ExchangeJudge } from "../../oracles/exchange/judge.js";
import { titleOf } from "../../wire/check-title.js";
import type { CheckRecord, Exchange } from "../../wire/exchange.js";
import type { Alike, ShardFile } from "../run/shard-file.js";

/** A shard with its journal. */
export interface Part {
  readonly file: Pick<
    ShardFile,
    "records" | "skipped" | "requests" | "instability" | "defects" | "effects" | "givenUp" | "stopped"
  >;
  /** In order; may be read more than once. */
  readonly exchanges: () => Iterable<Exchange>;
}

/** What must be known of the target. */
type Target = Pick<Alike, "url" | "requestIdHeader" | "serviceName" | "reportTrigger">;

/** Several shards as one run. */
export interface Joined {
  readonly record: RunRecord;
  /** All exchanges, renumbered. */
  readonly exchanges: () => Iterable<Exchange>;
}

/** How the rule of an operation begins, before the operation's id. */
const OPERATION = "operation.";

/**
 * Combines the shards of a run as if a single run had made it all. The exchange oracles judge all exchanges anew,
 * because some compare each exchange with earlier ones.
 * @param parts in the order of their shards
 */
export function joinShards(parts: readonly Part[], target: Target): Joined {
  const { judge, seen, offsets } = judgedAnew(parts, target);
  const all = parts.flatMap(({ file }, at) =>
    file.records.map((record) => withFindingsMoved(record, offsets[at] ?? 0)),
  );
  const [about, others] = parted(all, isAboutEveryExchange);
  const there = operationsThere(others);
  const own = others.filter((one) => !there.has(one.rule) || isShown(one) || one.outcome === "defect");
  for (const rule of there) judge.noteThere(rule.slice(OPERATION.length));
  const told = new Set(own.flatMap(({ findings }) => findings.map(({ rule }) => rule)));
  const everyExchange = [...groupBy(about, ({ rule }) => rule)].flatMap(([rule, records]) =>
    joinedRecords(rule, records, judge.collected(rule), told.has(rule)),
  );
  const records = [...own, ...everyExchange];
  const exchanges = () => renumbered(parts, offsets);
  const facts = {
    ...seen.facts,
    requests: parts.reduce((sum, { file }) => sum + file.requests, 0),
    instability: addTallies(parts.map(({ file }) => file.instability)),
    samples: samplesOf(
      exchanges(),
      records.flatMap(({ findings }) => findings),
    ),
    // The shards' notes already say it.
    broughtDownTo: null,
    givenUp: firstOf(parts, "givenUp"),
    stopped: firstOf(parts, "stopped"),
    effects: distinct(parts.flatMap(({ file }) => file.effects)),
  };
  const record = {
    records,
    skipped: parts.flatMap(({ file }) => file.skipped),
    facts,
    defects: parts.flatMap(({ file }) => file.defects),
  };
  return { record, exchanges };
}

/** Why the first shard that did not look to its end did not; null if all did. */
function firstOf(parts: readonly Part[], why: "givenUp" | "stopped"): string | null {
  return parts.map(({ file }) => file[why]).find((each) => each !== null) ?? null;
}

/** All exchanges, judged and counted, and by how much the numbers of each shard's exchanges move. */
function judgedAnew(
  parts: readonly Part[],
  { url, requestIdHeader, serviceName, reportTrigger }: Target,
): { readonly judge: ExchangeJudge; readonly seen: SeenExchanges; readonly offsets: readonly number[] } {
  const seen = new SeenExchanges();
  const judge = new ExchangeJudge({ requestIdHeader, serviceName });
  const trigger = `${url}${reportTrigger}`;
  const offsets: number[] = [];
  let length = 0;
  for (const { exchanges } of parts) {
    const offset = length;
    offsets.push(offset);
    for (const exchange of exchanges()) {
      // The request that completes a report is not part of the contract.
      if (exchange.request.url !== trigger) judge.look(moved(exchange, offset));
      seen.look(exchange);
      length += 1;
    }
  }
  return { judge, seen, offsets };
}

function* renumbered(parts: readonly Part[], offsets: readonly number[]): Generator<Exchange> {
  for (const [at, { exchanges }] of parts.entries()) {
    for (const exchange of exchanges()) yield moved(exchange, offsets[at] ?? 0);
  }
}

function moved(exchange: Exchange, offset: number): Exchange {
  return { ...exchange, index: exchange.index + offset };
}

function withFindingsMoved(record: CheckRecord, offset: number): CheckRecord {
  const findings = record.findings.map((finding) => ({
    ...finding,
    exchanges: finding.exchanges.map((index) => index + offset),
  }));
  return { ...record, findings };
}

function isAboutEveryExchange({ rule, check }: CheckRecord): boolean {
  return check === titleOf(rule, EVERY_EXCHANGE);
}

/**
 * Rules of operations that an answer in any shard showed to exist. Other shards, which only probed them and got less
 * clear answers, add nothing.
 */
function operationsThere(records: readonly CheckRecord[]): ReadonlySet<string> {
  const ofOperation = ({ rule }: CheckRecord) => rule.startsWith(OPERATION);
  return new Set(records.filter((one) => ofOperation(one) && isShown(one)).map(({ rule }) => rule));
}

function isShown({ outcome, evidence, findings }: CheckRecord): boolean {
  return outcome === "judged" && findings.length === 0 && total(evidence) > 0;
}

function parted<T>(items: readonly T[], fits: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))];
}

/**
 * The shards' records about every exchange as one; those that could not be made stay as they are.
 * @param told true if a check has reported a breach with smaller evidence
 */
function joinedRecords(
  rule: string,
  records: readonly CheckRecord[],
  { findings, evidence }: ReturnType<ExchangeJudge["collected"]>,
  told: boolean,
): CheckRecord[] {
  return [
    ...records.filter(({ outcome }) => outcome !== "judged").map((record) => ({ ...record, findings: [] })),
    {
      rule,
      check: titleOf(rule, EVERY_EXCHANGE),
      outcome: "judged",
      evidence: { "places judged": evidence },
      findings: told ? [] : findings,
      observations: distinct(records.flatMap(({ observations }) => observations)),
    },
  ];
}
