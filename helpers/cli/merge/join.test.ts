import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVERY_EXCHANGE } from "../../engine/vitest/every-exchange.js";
import { titleOf } from "../../wire/check-title.js";
import type { CheckRecord, Exchange } from "../../wire/exchange.js";
import { joinShards, type Part } from "./join.js";

const TARGET = {
  url: "https://host.test",
  requestIdHeader: "X-Service-RequestID",
  serviceName: null,
  reportTrigger: "/complete",
};
const UNIQUE = "request-id.unique";

function exchange(index: number, requestId: string): Exchange {
  return {
    index,
    check: "a check",
    ordinal: index,
    operation: "v1ListLabels",
    request: {
      method: "GET",
      url: "https://host.test/v1/labels",
      headers: {},
      body: null,
      key: "right",
    },
    answer: { status: 200, headers: { "x-service-requestid": requestId }, body: { kind: "empty" } },
    trouble: null,
    startedAt: "2026-09-14T08:30:00.000Z",
    ms: 1,
  };
}

function record(rule: string, more: Partial<CheckRecord> = {}): CheckRecord {
  return {
    rule,
    check: titleOf(rule, EVERY_EXCHANGE),
    outcome: "judged",
    evidence: {},
    findings: [],
    observations: [],
    ...more,
  };
}

/** A shard that got answers with these request ids. */
function part(requestIds: readonly string[], records: readonly CheckRecord[] = [record(UNIQUE)]): Part {
  const exchanges = requestIds.map((id, at) => exchange(at, id));
  return {
    file: {
      records,
      skipped: [],
      requests: exchanges.length,
      instability: { "503": 1 },
      defects: [],
      effects: [],
      givenUp: null,
      stopped: null,
    },
    exchanges: () => exchanges,
  };
}

function foundBy(parts: readonly Part[]): readonly CheckRecord[] {
  return joinShards(parts, TARGET).record.records.filter(({ rule }) => rule === UNIQUE);
}

const finding = {
  rule: UNIQUE,
  request: "GET /v1/labels",
  operation: "v1ListLabels",
  documented: "d",
  received: "r",
  exchanges: [1],
};

describe("shards as one run", () => {
  it("are not judged by what completes a report, which is not part of the contract", () => {
    const shard = part(["a", "b"]);
    const [first = exchange(0, "a"), second = exchange(1, "a")] = shard.exchanges();
    const trigger = { ...second.request, method: "POST", url: "https://host.test/complete" };
    const twice = (request: Exchange["request"]) => ({
      ...shard,
      exchanges: () => [first, { ...second, request, answer: first.answer }],
    });
    expect(foundBy([twice(second.request)])[0]?.findings).toHaveLength(1);
    expect(foundBy([twice(trigger)])[0]?.findings).toEqual([]);
  });

  it("number their exchanges on, and their findings point at the same ones as before", () => {
    const own = record("labels.partition", { check: "labels.partition · walks", findings: [finding] });
    const { record: joined, exchanges } = joinShards(
      [part(["a", "b", "c"]), part(["d", "e"], [own])],
      TARGET,
    );
    expect([...exchanges()].map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    expect(joined.records[0]?.findings[0]?.exchanges).toEqual([4]);
    expect(joined.facts).toMatchObject({
      requests: 5,
      instability: { "503": 2 },
      coverage: { v1ListLabels: { "200": 5 } },
      samples: [{ index: 4 }],
    });
  });

  it("break the rule on request ids just where one comes twice, in whichever shards", () => {
    const someIds = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(someIds, { minLength: 1, maxLength: 4 }), (shards) => {
        const all = shards.flat();
        const [only, ...others] = foundBy(shards.map((ids) => part(ids)));
        expect(others).toEqual([]);
        expect(only?.evidence).toEqual({ "places judged": all.length });
        expect(only?.findings.map(({ exchanges: [, first = -1] }) => [all[first], first])).toEqual(
          all.flatMap((id, at) => (all.indexOf(id) < at ? [[id, all.indexOf(id)]] : [])),
        );
      }),
    );
  });

  it("do not tell twice what a check of its own has told", () => {
    const own = record("auth.key.missing", { check: "another", findings: [finding] });
    const [only] = foundBy([part(["a"]), part(["a", "b"], [own, record(UNIQUE)])]);
    expect(only).toMatchObject({ findings: [], evidence: { "places judged": 3 } });
  });

  it("take an operation for there that one of them saw working, whatever another could make out", () => {
    const rule = "operation.v1ListLabels";
    const check = titleOf(rule, "probes");
    const works = record(rule, { check, evidence: { answers: 1 } });
    const elsewhere = record(rule, { check, outcome: "not-applicable", reason: "another shard probes it" });
    const unclear = record(rule, { check, outcome: "inconclusive", reason: "unclear" });
    const missing = record(rule, { check, findings: [{ ...finding, rule }] });
    const told = (records: readonly CheckRecord[]) =>
      joinShards(
        records.map((one) => part([], [one])),
        TARGET,
      ).record.records;
    expect(told([unclear, works, elsewhere])).toEqual([works]);
    expect(told([missing, works])).toEqual([works]);
    expect(told([unclear, elsewhere])).toEqual([unclear, elsewhere]);
  });

  it("keep that one of them gave its target up, or was stopped", () => {
    const whole = part(["a"]);
    const ended = { ...part(["b"]), file: { ...part(["b"]).file, givenUp: "is gone", stopped: "enough" } };
    const { facts } = joinShards([whole, ended], TARGET).record;
    expect(facts).toMatchObject({ givenUp: "is gone", stopped: "enough" });
  });

  it("keep that one of them could not look", () => {
    const unmade = record(UNIQUE, { outcome: "inconclusive", reason: "the list cannot be read" });
    expect(foundBy([part(["a"]), part(["b"], [unmade])])).toMatchObject([
      { outcome: "inconclusive", reason: "the list cannot be read" },
      { outcome: "judged" },
    ]);
  });
});
