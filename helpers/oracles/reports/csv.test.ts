import { describe, expect, it } from "vitest";
import { sampleExchange } from "../testing.js";
import { judgeReport, mostAlike, parseReport } from "./csv.js";

const header =
  "CarrierID,ShipmentID,AdjustmentType,AdjustmentID,TransactionID,ExternalShipmentID,TrackingNumber,ReasonCode," +
  "AdjustmentAmount,AdjustmentDate,DisputeStatus,DisputeCreatedAt,DisputeUpdatedAt,ActualTrackingNumber," +
  "ActualService,ActualPackage,ActualWeight,ActualLength,ActualWidth,ActualHeight,ActualOriginZip,ActualToZip," +
  "ActualCountry,ActualZone,ActualInternationalZone";
const names = header.split(",");

/** A row with these cells; all others are empty. */
function row(cells: Readonly<Record<string, string>> = {}): string {
  const filled = { AdjustmentAmount: "-1.250", AdjustmentDate: "2024-01-01T10:00:00.123", ...cells };
  return names.map((name) => Object.entries(filled).find(([key]) => key === name)?.[1] ?? "").join(",");
}
const rules = (text: string): string[] =>
  judgeReport({ exchange: sampleExchange(), text }).findings.map((finding) => finding.rule);

describe("judgeReport", () => {
  it.each([
    [
      "missing",
      header.replace(",ActualZone", "").replace("ReasonCode,", ""),
      "23 columns, without ReasonCode, ActualZone",
    ],
    ["too many", `${header},Remark`, "26 columns, with Remark"],
    ["there twice", `${header},ActualZone`, "26 columns"],
  ])("names the columns that are %s", (_, text, received) => {
    const [found] = judgeReport({ exchange: sampleExchange(), text }).findings;
    expect(found).toMatchObject({ documented: "25 columns", received });
  });

  it.each([
    ["no rows", header],
    ["trailing blank lines", `${header}\r\n${row()}\r\n\r\n`],
    ["blank lines that end otherwise", `"${names.join('","')}"\r\n${row()}\r\n\n\n`],
    ["a byte-order mark", `\uFEFF${header}\n${row()}\n`],
    ["quoted cells", `${header}\n${row({ ActualService: '"Mail, first ""class"""' })}\n`],
    ["a quoted cell that ends with a backslash", `${header}\n${row({ ActualService: '"C:\\"' })}\n`],
    ["a backslash before a doubled quote", `${header}\n${row({ ActualService: '"C:\\"" a, ""\\""b"' })}\n`],
    ["a quote inside an unquoted cell", `${header}\n${row({ ActualPackage: '12" box' })}\n`],
    ["a blank between date and time", `${header}\n${row({ AdjustmentDate: "1/2/2024 10:00:00.1" })}`],
    ["the day before the month", `${header}\n${row({ AdjustmentDate: "2024-31-01 10:00:00.1" })}`],
    ["a leap second", `${header}\n${row({ AdjustmentDate: "2016-12-31 23:59:60.1" })}`],
    ["a clock of twelve hours", `${header}\n${row({ AdjustmentDate: "1/2/2024 10:00:00.123 p.m." })}`],
    ["an amount without leading zero", `${header}\n${row({ AdjustmentAmount: ".500" })}`],
    [
      "an adjustment without amount and date",
      `${header}\n${row({ AdjustmentAmount: "", AdjustmentDate: "" })}`,
    ],
  ])("accepts %s", (_, text) => {
    expect(rules(text)).toEqual([]);
  });

  it.each([
    ["no text", "", "report.csv.readable"],
    ["a quote without end", `"${header}`, "report.csv.readable"],
    [
      "quotes behind backslashes",
      `${header}\n${row({ ActualService: '"say \\"hi\\""' })}`,
      "report.csv.quotes",
    ],
    ["a column too few", header.replace(",ActualZone", ""), "report.csv.columns"],
    ["another name", header.replace("ReasonCode", "Reason"), "report.csv.names"],
    ["another case", header.replace("CarrierID", "CarrierId"), "report.csv.names"],
    ["another order", header.replace("CarrierID,ShipmentID", "ShipmentID,CarrierID"), "report.csv.order"],
    ["a short row", `${header}\n${row()}\na,b`, "report.csv.row-width"],
    ["two decimals", `${header}\n${row({ AdjustmentAmount: "1.25" })}`, "report.csv.amount"],
    [
      "no fraction",
      `${header}\n${row({ AdjustmentDate: "2024-01-01T10:00:00" })}`,
      "report.csv.date-fraction",
    ],
    [
      "a month 0",
      `${header}\n${row({ AdjustmentDate: "2024-00-31T10:00:00.1" })}`,
      "report.csv.date-fraction",
    ],
    [
      "a day that is not in the calendar",
      `${header}\n${row({ AdjustmentDate: "2024-02-30 10:00:00.1" })}`,
      "report.csv.date-fraction",
    ],
    [
      "a minute 60",
      `${header}\n${row({ AdjustmentDate: "2024-02-01 10:60:00.1" })}`,
      "report.csv.date-fraction",
    ],
    ["a zone", `${header}\n${row({ AdjustmentDate: "2024-01-01T10:00:00.1Z" })}`, "report.csv.date-no-zone"],
    [
      "an offset",
      `${header}\n${row({ AdjustmentDate: "2024-01-01 10:00:00.1 -05:00" })}`,
      "report.csv.date-no-zone",
    ],
    ...["EST", "America/Chicago", "[Europe/Paris]", "(UTC)"].map((zone) => [
      `the zone ${zone}`,
      `${header}\n${row({ AdjustmentDate: `2024-01-01 10:00:00.12 ${zone}` })}`,
      "report.csv.date-no-zone",
    ]),
    ["a null word", `${header}\n${row({ ActualZone: "null" })}`, "report.csv.unused-empty"],
    ["a filler", `${header}\n${row({ ActualZone: "N/A" })}`, "report.csv.no-filler"],
    ["a null amount", `${header}\n${row({ AdjustmentAmount: "NULL" })}`, "report.csv.unused-empty"],
  ])("blames %s on its own rule", (_, text, rule) => {
    expect(rules(text)).toEqual([rule]);
  });

  it("takes None for a value where the values of a column are not shown", () => {
    expect(rules(`${header}\n${row({ DisputeStatus: "None" })}`)).toEqual([]);
    expect(rules(`${header}\n${row({ ActualZone: "None" })}`)).toEqual(["report.csv.no-filler"]);
  });

  it("finds cells by name, so that a moved column is blamed on the order alone", () => {
    const moved = (line: string) => line.split(",").toReversed().join(",");
    expect(rules(`${moved(header)}\n${moved(row())}`)).toEqual(["report.csv.order"]);
  });

  it("blames one rule for a line before the header row that names the separator", () => {
    const text = `sep=,\n${header}\n${row()}`;
    const { findings } = judgeReport({ exchange: sampleExchange(), text });
    expect(findings.map(({ rule }) => rule)).toEqual(["report.csv.readable"]);
  });

  it("has seen only the cells that it judged", () => {
    const text = `${header}\n${row({ AdjustmentAmount: "" })}\n${row({ AdjustmentAmount: "N/A" })}\n${row()}`;
    const { evidence } = judgeReport({ exchange: sampleExchange(), text });
    expect(evidence).toContainEqual({ rule: "report.csv.amount", count: 1 });
    expect(evidence).toContainEqual({ rule: "report.csv.date-fraction", count: 3 });
  });

  it("says in which row and column a wrong cell stands", () => {
    const text = `${header}\n${row()}\n${row({ AdjustmentAmount: "1.25" })}\n${row({ AdjustmentAmount: "1" })}`;
    const [found] = judgeReport({ exchange: sampleExchange(), text }).findings;
    expect(found?.received).toBe('"1.25" in row 2, column AdjustmentAmount (2 cells in all)');
  });

  it("counts rows as evidence", () => {
    const { evidence } = judgeReport({ exchange: sampleExchange(), text: `${header}\n${row()}\n${row()}` });
    expect(evidence).toContainEqual({ rule: "report.csv.amount", count: 2 });
  });
});

describe("mostAlike", () => {
  const alike = (...texts: readonly string[]) =>
    mostAlike(texts.map((text, at) => ({ at, report: parseReport(text) }))).map(({ at }) => at);
  const one = `${header}\n${row({ AdjustmentID: "1" })}`;
  const other = `${header}\n${row({ AdjustmentID: "2" })}`;

  it("finds reports with the same rows", () => {
    expect(alike(other, one, `${one}\n`)).toEqual([1, 2]);
    expect(alike(one, one, one)).toEqual([0, 1, 2]);
  });

  it("lets reports without rows be alike", () => {
    expect(alike(header, one, header, other, "", "")).toEqual([1]);
    expect(alike(header, "")).toEqual([]);
  });
});
