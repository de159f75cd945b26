import { describe, expect, it } from "vitest";
import type { Body, Exchange } from "./exchange.js";
import { FixedAnswers } from "./fixed-answers.js";

let index = 0;

function answered(operation: string | null, url: string, value: unknown, status = 200): Exchange {
  const body: Body = { kind: "json", value, text: JSON.stringify(value) };
  return {
    index: index++,
    check: "a check",
    ordinal: 0,
    operation,
    request: { method: "GET", url: `https://host.test${url}`, headers: {}, body: null, key: "right" },
    answer: { status, headers: {}, body },
    trouble: null,
    startedAt: "2026-09-14T08:30:00.000Z",
    ms: 1,
  };
}

function counts(...exchanges: readonly Exchange[]) {
  const fixed = new FixedAnswers();
  for (const each of exchanges) fixed.look(each);
  return fixed.counts;
}

const TAGS = { tags: [{ name: "rush" }] };

describe("fixed answers", () => {
  it("are the same records for different requests", () => {
    expect(
      counts(
        answered("v2ListTags", "/v2/tags", TAGS),
        answered("v2ListTags", "/v2/tags?page=2", TAGS),
        answered("v2ListTags", "/v2/tags?page=2", TAGS),
        answered("v2GetTote", "/v2/totes/se-1", { tote_id: "se-1" }),
        answered("v2GetTote", "/v2/totes/se-2", { tote_id: "se-1" }),
        answered(null, "/health", TAGS),
        answered(null, "/health?deep=1", TAGS),
      ),
    ).toEqual({ v2ListTags: 2, v2GetTote: 2 });
  });

  it("are not those that differ once, whether before or after others that are alike", () => {
    const alike = [
      answered("v2ListTags", "/v2/tags?page=2", TAGS),
      answered("v2ListTags", "/v2/tags?page=3", TAGS),
    ];
    for (const other of [{ tags: [] }, { tags: [{ name: "gift" }] }]) {
      const odd = answered("v2ListTags", "/v2/tags?page=4", other);
      expect(counts(odd, ...alike)).toEqual({});
      expect(counts(...alike, odd)).toEqual({});
    }
  });

  it("are not one answer to one request, nor empty lists, nor refusals", () => {
    expect(
      counts(
        answered("v2GetTote", "/v2/totes/se-1", { tote_id: "se-1" }),
        answered("v2GetTote", "/v2/totes/se-1", { tote_id: "se-1" }),
        answered("v2ListTags", "/v2/tags", { tags: [], total: 0 }),
        answered("v2ListTags", "/v2/tags?page=2", { tags: [], total: 0 }),
        answered("v2ListTotes", "/v2/totes", []),
        answered("v2ListTotes", "/v2/totes?page=2", []),
        answered("v2GetRate", "/v2/rates/se-1", { errors: ["no such rate"] }, 404),
        answered("v2GetRate", "/v2/rates/se-2", { errors: ["no such rate"] }, 404),
      ),
    ).toEqual({});
  });
});
