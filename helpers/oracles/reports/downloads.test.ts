import { describe, expect, it } from "vitest";
import { NO_LINKS, type Page } from "../../wire/decode.js";
import type { Answered } from "../../wire/exchange.js";
import { parseInstant } from "../../wire/instant.js";
import { sampleExchange } from "../testing.js";
import {
  briefestFirst,
  downloadUrl,
  hasByIdPath,
  isAtHome,
  isUnnamed,
  misleading,
  reportIn,
  sameReport,
} from "./downloads.js";

const LIST = "http://target.test/v1/incubator/adjustments/reports";
const RULE = "report.download.leads-to-report";
const listed = (href: string) => ({ id: "r-1", raw: { report_download: { href } } });

it("puts first the reports that follow another soonest, and last the oldest", () => {
  const made = (id: string, text: string | null) => ({ id, createdAt: parseInstant(text) });
  const items = [
    made("night-1", "2026-03-01T03:00:00Z"),
    made("again", "2026-03-02T04:00:00Z"),
    made("night-2", "2026-03-02T03:00:00Z"),
    made("undated", null),
    made("night-3", "2026-03-03T03:00:00Z"),
  ];
  expect(briefestFirst(items).map(({ id }) => id)).toEqual(["again", "night-3", "night-2", "night-1"]);
  expect(briefestFirst([])).toEqual([]);
});

describe("the address of a download", () => {
  it("may be relative to the list", () => {
    expect(downloadUrl(listed("/files/1").raw, LIST)?.href).toBe("http://target.test/files/1");
    expect(downloadUrl({}, LIST)).toBeNull();
  });

  it("may have the path of its report, which may be encoded", () => {
    const own = (href: string) => hasByIdPath(new URL(href, LIST), "r-1");
    expect(own(`${LIST}/r-1`)).toBe(true);
    expect(own(`${LIST}/r%2D1?token=x`)).toBe(true);
    expect(own(`${LIST}/r-1/`)).toBe(false);
    expect(own(`${LIST}/r-2`)).toBe(false);
  });

  it("is at home below the documented path, the list or what the links of the list say", () => {
    const list = (first: string | null, address = LIST): Page => ({
      kind: "page",
      exchange: sampleExchange({ path: address }),
      array: "reports",
      total: 1,
      page: 1,
      pages: 1,
      items: [],
      links: { ...NO_LINKS, first },
    });
    const home = (href: string, page: Page) => isAtHome(new URL(href, LIST), page);
    expect(home(`${LIST}/r%2D1`, list(null))).toBe(true);
    expect(home("/v1/v1/incubator/adjustments/reports/r-1", list(null))).toBe(false);
    expect(home("/base/v1/incubator/adjustments/reports/r-1", list(null))).toBe(false);
    expect(home(`${LIST}/r-1`, list(null, "http://target.test/base/v1/incubator/adjustments/reports"))).toBe(
      true,
    );
    const inner = "/inner/v1/incubator/adjustments/reports";
    expect(home(`${inner}/r-1`, list(`http://target.test${inner}?page=1`))).toBe(true);
  });

  it("need not name its report, but names no other one", () => {
    const list = sampleExchange({ path: "/v1/incubator/adjustments/reports" });
    const found = (href: string) => misleading(RULE, listed(href), list, new Set(["r-1", "r-2"])).length;
    expect([found("/files/r-1"), found("/files/abc"), found("/files/r-2")]).toEqual([0, 0, 1]);
    expect(found("/files/r-2/r-1")).toBe(0);
    expect([isUnnamed(listed("/files/abc"), LIST), isUnnamed(listed("/files/r-1"), LIST)]).toEqual([
      true,
      false,
    ]);
  });
});

describe("what a download delivers", () => {
  const answered = (text: string, status = 200): Answered => ({
    ...sampleExchange(),
    answer: { status, headers: {}, body: { kind: "text", text } },
  });
  const report = reportIn(answered("a,b\n1,2\n"));
  const received = (text: string, status = 200) => {
    if (report === null) throw new Error("the sample is CSV");
    const read = { id: "r-1", exchange: sampleExchange(), report };
    return sameReport(RULE, read, answered(text, status)).map((found) => found.received);
  };

  it("is as the report by its id, as far as header and number of rows go", () => {
    expect(received("a,b\n3,4\n")).toEqual([]);
    expect(received("a,b\n")).toEqual(["2 columns and 0 rows"]);
    expect(received("a,c\n1,2\n")).toEqual(["2 columns and 1 row"]);
    expect(received("", 404)).toEqual(["status 404 without a readable report"]);
  });
});
