import { parse } from "csv-parse/sync";
import type { RuleId } from "../../contract/generated/types.js";
import { groupBy } from "../../contract/group-by.js";
import { isObject } from "../../contract/json.js";
import { contract } from "../../contract/load.js";
import type { Exchange, Finding } from "../../wire/exchange.js";
import { plural, renderIds, renderValue } from "../../wire/message.js";
import { againstSchema } from "../answers/against-schema.js";
import { finding } from "../finding.js";
import { broken, type Judgement, kept, looked, merge } from "../judgement.js";

/** Rules of the report's body. The schema of the header row names its rules itself, `columns` among them. */
export const CSV_RULES = {
  readable: "report.csv.readable",
  quotes: "report.csv.quotes",
  columns: "report.csv.columns",
  rowWidth: "report.csv.row-width",
  amount: "report.csv.amount",
  dateFraction: "report.csv.date-fraction",
  dateNoZone: "report.csv.date-no-zone",
  unusedEmpty: "report.csv.unused-empty",
  noFiller: "report.csv.no-filler",
} as const;

/** The schema of the header row. */
const HEADER = "v1/report-header";
/** The names of the columns in that schema. */
const COLUMNS = namesIn(contract.schemas[HEADER]);
/** A quoted cell with a quote behind a backslash that does not end it; then a comma, a line's end or a second quote would follow. */
const ESCAPED_QUOTE = /(?<=^|[,\r\n])"(?:[^"]|"")*?\\"(?![^\S\r\n]*(?:[",\r\n]|$)).*/;
const AMOUNT = /^[+-]?\d*\.\d{3}$/;
const FRACTION = /\d[T ]\d{1,2}:\d{2}:\d{2}[.,]\d+/;
const YEAR_FIRST = /^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[T ]+(\d{1,2}):(\d{2}):(\d{2})/;
const ZONE = /(?:\d\s*(?:[Zz]|UTC|GMT)|[T ]\d{1,2}:\d{2}.*[+-]\d{2}:?(?:\d{2})?)$/;
/** What follows the fraction is a zone, such as EST or Europe/Paris, unless it is AM or PM. */
const ZONE_NAME = /:\d{2}[.,]\d+(?!\d)\s*(?!(?:[ap]\.?m\.?)?\s*$)\S/i;
const NULL_WORDS = new Set(["null", "NULL", "undefined", "NaN", "\\N"]);
/** Words that likely mean that there is no value. */
const FILLERS = new Set([
  "N/A",
  "n/a",
  "#N/A",
  "-",
  "--",
  "None",
  "Null",
  "(null)",
  "<null>",
  "nil",
  "<nil>",
  "nan",
  "NaT",
]);
/** A filler that may be a real value in columns whose values the contract does not show. */
const LIKELY_VALUE = "None";
const OPEN_COLUMNS = new Set(["AdjustmentType", "ReasonCode", "DisputeStatus"]);

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
      // A quote inside an unquoted cell, as in 12" box, is a character like any other.
      relax_quotes: true,
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

/** The most reports that have the same rows, other than none. */
export function mostAlike<T extends { readonly report: Report | null }>(read: readonly T[]): readonly T[] {
  const filled = read.filter(({ report }) => report?.rows.length);
  const groups = [...groupBy(filled, ({ report }) => JSON.stringify(report?.rows)).values()];
  return groups.toSorted((one, other) => other.length - one.length)[0] ?? [];
}

/** The judgement of a body that cannot be read as a report. */
export function unreadableReport(exchange: Exchange, received: string): Judgement {
  const rule = CSV_RULES.readable;
  const documented = "comma-separated text in UTF-8 with a header row";
  return broken(rule, exchange, documented, received);
}

/** Judges the body of a report (header row, row width, amounts, dates, unused cells); blames each rule at most once. */
export function judgeReport({ exchange, text }: { exchange: Exchange; text: string }): Judgement {
  const report = parseReport(text);
  if (report === null || isOfAnotherForm(report, text, exchange))
    return unreadableReport(exchange, renderValue(text));
  const breach: Breach = (rule, documented, received) => [
    finding({ rule, exchanges: [exchange] }, documented, received),
  ];
  return merge([
    judgeHeader(exchange, report.header),
    kept(CSV_RULES.readable),
    judgeQuotes(text, breach),
    judgeRows(report, breach),
  ]);
}

/** Most readers take a quote behind a backslash for the end of the cell. */
function judgeQuotes(text: string, breach: Breach): Judgement {
  const [escaped] = ESCAPED_QUOTE.exec(text) ?? [];
  if (escaped === undefined) return kept(CSV_RULES.quotes);
  return looked(
    CSV_RULES.quotes,
    breach(CSV_RULES.quotes, "a quote inside a quoted cell is doubled", renderValue(escaped)),
  );
}

function namesIn(schema: unknown): readonly string[] {
  const items = isObject(schema) ? schema.items : null;
  return isObject(items) && Array.isArray(items.enum) ? items.enum.map(String) : [];
}

/** Judges the header row by its schema. If the number of columns is wrong, the finding names those to add or to drop. */
function judgeHeader(exchange: Exchange, header: Report["header"]): Judgement {
  const { findings, evidence } = againstSchema({ exchange, schema: HEADER, value: header });
  const lacking = COLUMNS.filter((name) => !header.includes(name));
  const further = header.filter((name) => !COLUMNS.includes(name));
  const received = [
    plural(header.length, "column"),
    ...(lacking.length > 0 ? [`without ${lacking.join(", ")}`] : []),
    ...(further.length > 0 ? [`with ${renderIds(further)}`] : []),
  ].join(", ");
  const documented = plural(COLUMNS.length, "column");
  return {
    findings: findings.map((found) =>
      found.rule === CSV_RULES.columns ? { ...found, documented, received } : found,
    ),
    evidence,
  };
}

/** With another separator or encoding, the cells mean nothing: only one rule is blamed. */
function isOfAnotherForm({ header }: Report, text: string, { answer }: Exchange): boolean {
  const [first = ""] = header;
  // Some spreadsheets want a line such as "sep=," before the header row.
  const separated = (header.length === 1 && /[;\t|]/.test(first)) || /^sep=/i.test(first);
  const declared = /charset="?utf-(16|32)/i.test(answer?.headers["content-type"] ?? "");
  return separated || declared || text.includes("\u0000");
}

type Breach = (rule: RuleId, documented: string, received: string) => Finding[];

/** Finds cells by their column name, so that a moved column breaks only the rule on order. */
function judgeRows({ header, rows }: Report, breach: Breach): Judgement {
  const cells = rows.flatMap((row, at) => (row.length === header.length ? cellsOf(row, at + 1, header) : []));
  const unused = cells.filter(isUnused);
  const used = (name: string) => cells.filter((cell) => cell.column === name && !isUnused(cell));
  const judged = (
    rule: RuleId,
    documented: string,
    among: readonly Cell[],
    isGood: (text: string) => boolean,
  ) => {
    const bad = among.filter(({ text }) => !isGood(text));
    const [first] = bad;
    return {
      findings: first === undefined ? [] : breach(rule, documented, badWords(first, bad.length)),
      evidence: [{ rule, count: among.length }],
    };
  };
  const { amount, dateFraction, dateNoZone, unusedEmpty, noFiller } = CSV_RULES;
  const dates = used("AdjustmentDate");
  return merge([
    judgeWidths({ header, rows }, breach),
    judged(amount, "AdjustmentAmount with three decimals", used("AdjustmentAmount"), (text) =>
      AMOUNT.test(text),
    ),
    judged(
      dateFraction,
      "AdjustmentDate is a date and time with fractional seconds",
      dates,
      (text) => FRACTION.test(text) && mayBeDate(text),
    ),
    judged(
      dateNoZone,
      "AdjustmentDate without zone",
      dates,
      (text) => !ZONE.test(text) && !ZONE_NAME.test(text),
    ),
    judged(unusedEmpty, "unused cells are empty", unused, (text) => !NULL_WORDS.has(text)),
    judged(noFiller, "unused cells hold no filler", unused, (text) => text === "" || NULL_WORDS.has(text)),
  ]);
}

/** A cell of a row below the header; rows count from 1. */
interface Cell {
  readonly text: string;
  readonly column: string;
  readonly row: number;
}

function cellsOf(texts: readonly string[], row: number, header: Report["header"]): Cell[] {
  return texts.map((text, at) => ({ text, column: header[at] ?? "", row }));
}

function badWords({ text, column, row }: Cell, count: number): string {
  return `${renderValue(text)} in row ${row}, column ${column} (${plural(count, "cell")} in all)`;
}

/** Whether the figures of a date are those of a day and a time, in whichever order its day and month come. */
function mayBeDate(text: string): boolean {
  const [, year, one, other, hours, minutes, seconds] = YEAR_FIRST.exec(text)?.map(Number) ?? [];
  if (year === undefined || one === undefined || other === undefined) return true;
  const isTime = Number(hours) <= 24 && Number(minutes) < 60 && Number(seconds) <= 60;
  return isTime && (isDay(year, one, other) || isDay(year, other, one));
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function judgeWidths({ header, rows }: Report, breach: Breach): Judgement {
  const rule = CSV_RULES.rowWidth;
  const short = rows.findIndex((row) => row.length !== header.length);
  const received = `${rows[short]?.length ?? 0} in row ${short + 1}: ${renderValue(rows[short])}`;
  const findings = short < 0 ? [] : breach(rule, `${header.length} cells in every row`, received);
  return { findings, evidence: [{ rule, count: rows.length }] };
}

/** Whether a cell holds nothing, or what likely stands for nothing. */
function isUnused({ text, column }: Cell): boolean {
  if (text === LIKELY_VALUE && OPEN_COLUMNS.has(column)) return false;
  return text.trim() === "" || NULL_WORDS.has(text) || FILLERS.has(text);
}
