import { describe, expect, it } from "vitest";
import type { Exchange } from "../../wire/exchange.js";
import { Recorded } from "./recorded.js";

describe("Recorded", () => {
  const first: Exchange = {
    index: 57,
    check: "paging.links",
    ordinal: 0,
    operation: "v1ListLabels",
    request: {
      method: "GET",
      url: "http://127.0.0.1/v1/labels?page=3",
      key: "right",
      headers: {},
      body: null,
    },
    answer: null,
    trouble: null,
    startedAt: "2026-01-01T00:00:00Z",
    ms: 1,
  };
  const second = { ...first, index: 66, check: "labels.slice.desc" };
  const asked = first.request;

  it("gives a check its own exchange before that of another one", () => {
    const recorded = new Recorded([first, second]);
    expect(recorded.take(asked, { check: second.check }, true)).toBe(second);
    expect(recorded.take(asked, { check: second.check }, true)).toBe(first);
    expect(recorded.take(asked, { check: second.check }, true)).toBe(null);
  });

  it("gives a shared reading the earliest exchange, whichever check asks", () => {
    const recorded = new Recorded([first, second]);
    expect(recorded.take(asked, { check: second.check, isShared: true }, true)).toBe(first);
    expect(recorded.take(asked, { check: second.check }, true)).toBe(second);
    expect(recorded.left).toBe(0);
  });

  it("gives nothing of other checks where it is unknown which requests were not sent", () => {
    const recorded = new Recorded([first]);
    expect(recorded.take(asked, { check: second.check, isShared: true }, false)).toBe(null);
    expect(recorded.take(asked, { check: first.check, isShared: true }, false)).toBe(first);
  });
});
