import { describe, expect, it } from "vitest";
import type { Finding } from "./exchange.js";
import { isSameBreach } from "./same-breach.js";

const found = (received: string, rule = "a.b"): Finding => ({
  rule,
  request: "GET /x",
  operation: null,
  documented: "all",
  received,
  exchanges: [],
});

describe("two findings", () => {
  it("tell of the same where the same was received, or some of the same items", () => {
    expect(isSameBreach(found("total 3"), found("total 3"))).toBe(true);
    expect(isSameBreach(found("missing: se-100, se-200"), found("4 came; missing: se-200"))).toBe(true);
  });

  it("tell of the same where only the words of the target beside a status differ", () => {
    const told = (words: string) => found(`status 400 (${words})`);
    expect(isSameBreach(told("trace-10001"), told("trace-10002"))).toBe(true);
    expect(isSameBreach(told("trace-10001"), found("status 404 (trace-10002)"))).toBe(false);
  });

  it("tell of something else where neither is so, or the rule is another", () => {
    expect(isSameBreach(found("total 243"), found("total 244"))).toBe(false);
    expect(
      isSameBreach(found("missing: se-100 on page_size 25"), found("missing: se-200 on page_size 25")),
    ).toBe(false);
    const page = (odd: string) => found(`se-100, se-200; missing: ${odd}; not due: none`);
    expect(isSameBreach(page("se-300"), page("se-400"))).toBe(false);
    expect(isSameBreach(found("total 3"), found("total 3", "a.c"))).toBe(false);
  });
});
