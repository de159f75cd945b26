import { parse } from "csv-parse/sync";
import type { Exchange, Finding } from "../wire/exchange.js";
import { count, renderValue } from "../wire/message.js";
import { againstSchema } from "./against-schema.js";
import { finding } from "./finding.js";
import { type Judgement, looked, merge } from "./judgement.js";

/** Rules of the report's body; the header row has its rules in its schema. */
const ROW_RULES = {
  rowWidth: "report.csv.row-width",
  amount: "report.csv.amount",
  dateFraction: "report.csv.date-fraction",
  dateNoZone: "report.csv.date-no-zone",
  unusedEmpty: "report.csv.unused-empty",
  noFiller: "report.csv.no-filler",
} as const;
export const CSV_RULES = { readable: "report.csv.readable", ...ROW_RULES } as const;

const AMOUNT = /^[+-]?\d*\.\d{3}$/;
const FRACTION = /\d[T ]\d{1,2}:\d{2}:\d{2}[.,]\d+/;
const ZONE = /(?:\d\s*(?:[Zz]|UTC|GMT)|[T ]\d{1,2}:\d{2}.*[+-]\d{2}:?(?:\d{2})?)$/;
const NULL_WORDS = new Set(["null", "NULL", "None", "nil", "undefined", "NaN", "nan", "\\N"]);
/** A word for null that may be a real value in columns whose values the contract does not show. */
const LIKELY_VALUE = "None";
const OPEN_COLUMNS = new Set(["AdjustmentType", "ReasonCode", "DisputeStatus"]);
const FILLERS = new Set(["N/A", "n/a", "#N/A", "-", "--"]);

/** A report's text as rows of cells. */
export interface Report {
  readonly header: readonly string[];
  /** Rows below the header, without blank lines. */
  readonly rows: readonly (readonly string[])[];
}

/** Reads comma-separated text; null if it has no header row, or a quote is never closed. */
export function parseReport(text: string): Report | null {
  try {
    const all: string[][] = parse(text, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      // Line endings may vary within one file.
      record_delimiter: ["\r\n", "\n", "\r"],
    });
    const [header, ...rows] = all;
    return header === undefined ? null : { header, rows };
  } catch {
    return null;
  }
}

/** The judgement of a body that cannot be read as a report. */
export function unreadableReport(exchange: Exchange, received: string): Judgement {
  const rule = CSV_RULES.readable;
  const documented = "comma-separated text in UTF-8 with a header row";
  return looked(rule, [finding({ rule, exchanges: [exchange] }, { documented, received })]);
}

/** Judges the body of a report (header row, row width, amounts, dates, unused cells); blames each rule at most once. */
export function judgeReport({ exchange, text }: { exchange: Exchange; text: string }): Judgement {
  const report = parseReport(text);
  if (report === null || isOfAnotherForm(report, text, exchange))
    return unreadableReport(exchange, renderValue(text));
  const breach: Breach = (rule, documented, received) => [
    finding({ rule, exchanges: [exchange] }, { documented, received }),
  ];
  const cells = {
    findings: judgeRows(report, breach),
    evidence: [
      { rule: CSV_RULES.readable, count: 1 },
      ...Object.values(ROW_RULES).map((rule) => ({ rule, count: report.rows.length })),
    ],
  };
  return merge([againstSchema({ exchange, schema: "v1/report-header", value: report.header }), cells]);
}

/** With another separator or encoding, the cells mean nothing: only one rule is blamed. */
function isOfAnotherForm({ header }: Report, text: string, { answer }: Exchange): boolean {
  const separated = header.length === 1 && /[;\t|]/.test(header[0] ?? "");
  const declared = /charset="?utf-(16|32)/i.test(answer?.headers["content-type"] ?? "");
  return separated || declared || text.includes("\u0000");
}

type Breach = (rule: string, documented: string, received: string) => Finding[];

/** Finds cells by their column name, so that a moved column breaks only the rule on order. */
function judgeRows({ header, rows }: Report, breach: Breach): Finding[] {
  const whole = rows.filter((row) => row.length === header.length);
  const cells = (name: string): readonly string[] => {
    const at = header.indexOf(name);
    return at < 0 ? [] : whole.map((row) => row[at] ?? "").filter((cell) => cell !== "");
  };
  const cellBreach = (rule: string, documented: string, bad: readonly string[]): Finding[] => {
    const [first] = bad;
    if (first === undefined) return [];
    return breach(rule, documented, `${renderValue(first)} (${count(bad.length, "cell")} in all)`);
  };
  const short = rows.findIndex((row) => row.length !== header.length);
  const used = (cell: string): boolean => !NULL_WORDS.has(cell) && !FILLERS.has(cell);
  const dates = cells("AdjustmentDate").filter(used);
  const amounts = cells("AdjustmentAmount").filter(used);
  const all = whole.flat();
  return [
    ...(short < 0
      ? []
      : breach(
          CSV_RULES.rowWidth,
          `${header.length} cells in every row`,
          `${rows[short]?.length ?? 0} in row ${short + 1}: ${renderValue(rows[short])}`,
        )),
    ...cellBreach(
      CSV_RULES.amount,
      "AdjustmentAmount with three decimals",
      amounts.filter((cell) => !AMOUNT.test(cell)),
    ),
    ...cellBreach(
      CSV_RULES.dateFraction,
      "AdjustmentDate with fractional seconds",
      dates.filter((cell) => !FRACTION.test(cell)),
    ),
    ...cellBreach(
      CSV_RULES.dateNoZone,
      "AdjustmentDate without zone",
      dates.filter((cell) => ZONE.test(cell)),
    ),
    ...cellBreach(
      CSV_RULES.unusedEmpty,
      "unused cells are empty",
      whole.flatMap((row) => row.filter((cell, at) => isNullWord(cell, header[at] ?? ""))),
    ),
    ...cellBreach(
      CSV_RULES.noFiller,
      "unused cells hold no filler",
      all.filter((cell) => FILLERS.has(cell)),
    ),
  ];
}

function isNullWord(cell: string, column: string): boolean {
  return NULL_WORDS.has(cell) && !(cell === LIKELY_VALUE && OPEN_COLUMNS.has(column));
}
