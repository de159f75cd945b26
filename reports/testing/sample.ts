/** Builders of run data for tests and screenshots. Not shipped. */

import type { CheckRecord, Exchange, Finding } from "../../helpers/wire/exchange.js";
import type { RuleFacts, RunEvents } from "../events.js";

export function aRule(id: string, more: Partial<RuleFacts> = {}): RuleFacts {
  return {
    id,
    section: "GET /v1/labels",
    generation: "v1",
    level: "must",
    statement: `What ${id} says in one sentence.`,
    by: "relation",
    needs: "two full pages of labels with different created_at",
    ...more,
  };
}

export function aFinding(rule: string, more: Partial<Finding> = {}): Finding {
  return {
    rule,
    request: "GET /v1/labels?page=2&page_size=5&sort_dir=desc",
    operation: "v1ListLabels",
    documented: "page 2 under desc is the sixth- to tenth-newest label, oldest first",
    received: "the same five labels newest first: se-41 … se-37",
    exchanges: [0],
    ...more,
  };
}

export function aRecord(rule: string, more: Partial<CheckRecord> = {}): CheckRecord {
  return {
    rule,
    check: `lists/labels.suite.ts › ${rule}`,
    outcome: "judged",
    evidence: { pages: 4, labels: 31 },
    findings: [],
    observations: [],
    ...more,
  };
}

export function anExchange(index: number, value: unknown, more: Partial<Exchange> = {}): Exchange {
  return {
    index,
    check: "labels.slice.desc",
    ordinal: 0,
    operation: "v1ListLabels",
    request: {
      method: "GET",
      url: "https://staging.example.test/v1/labels?page=2&page_size=5&sort_dir=desc",
      headers: { "api-key": "REDACTED-KEY", accept: "application/json" },
      body: null,
      key: "right",
    },
    answer: {
      status: 200,
      headers: {
        "content-type": "application/json",
        "x-service-requestid": "2f1e3bc0-6f6e-4a44-9f4f-0d6a3f2f9a10",
      },
      body: { kind: "json", value, text: JSON.stringify(value) },
    },
    trouble: null,
    startedAt: "2026-09-14T08:30:00.000Z",
    ms: 31,
    ...more,
  };
}

/** Events of a run over the given rules, of which nothing was seen yet. */
export function events(rules: readonly RuleFacts[], more: Partial<RunEvents> = {}): RunEvents {
  return {
    run: {
      version: "0.1.0",
      seed: 1871,
      effort: "standard",
      requests: 412,
      seconds: 2.34,
      startedAt: "2026-09-14T08:30:00.000Z",
      generations: ["v1", "v2"],
      edition: null,
      writes: "none",
      only: null,
      skip: null,
      shard: null,
      strict: false,
      complete: false,
      options: [],
      notes: [],
    },
    target: { url: "https://staging.example.test", embedded: false, requestIdHeader: "X-Service-RequestID" },
    rules,
    outOfScope: new Map(),
    records: [],
    defects: [],
    operations: [],
    coverage: {},
    instability: {},
    samples: [],
    leftovers: [],
    ...more,
  };
}
