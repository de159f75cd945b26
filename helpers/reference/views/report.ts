import type { Faults } from "../faults.js";
import { Random } from "../random.js";
import type { Adjusted, Report } from "../records.js";
import { timestamp } from "./time.js";

/** Header row of an adjustment report, in the documented order. */
const REPORT_COLUMNS = [
  "CarrierID",
  "ShipmentID",
  "AdjustmentType",
  "AdjustmentID",
  "TransactionID",
  "ExternalShipmentID",
  "TrackingNumber",
  "ReasonCode",
  "AdjustmentAmount",
  "AdjustmentDate",
  "DisputeStatus",
  "DisputeCreatedAt",
  "DisputeUpdatedAt",
  "ActualTrackingNumber",
  "ActualService",
  "ActualPackage",
  "ActualWeight",
  "ActualLength",
  "ActualWidth",
  "ActualHeight",
  "ActualOriginZip",
  "ActualToZip",
  "ActualCountry",
  "ActualZone",
  "ActualInternationalZone",
] as const;

type Column = (typeof REPORT_COLUMNS)[number];

/**
 * The CSV of one adjustment report.
 * @param quoted puts every value into quotes and ends lines with CRLF
 */
export function reportCsv(report: Report, quoted: boolean, faults: Faults): string {
  const random = new Random(report.seed);
  const unused = unusedCell(faults);
  const columns = columnsShown(faults);
  const rows = report.rows.map((row, index) => {
    const cells = rowCells(report, row, random, index, faults);
    const lastOfAll = index === report.rows.length - 1;
    return shortened(
      columns.map((column) => cells[column] ?? unused(column)),
      lastOfAll,
      faults,
    );
  });
  const lines = [columns.map((column) => columnName(column, faults)), ...rows];
  if (faults.has("report-csv-semicolons")) return lines.map((cells) => `${cells.join(";")}\n`).join("");
  return quoted
    ? lines.map((cells) => `${cells.map((cell) => `"${cell}"`).join(",")}\r\n`).join("")
    : lines.map((cells) => `${cells.join(",")}\n`).join("");
}

function columnsShown(faults: Faults): readonly Column[] {
  const all = REPORT_COLUMNS;
  if (faults.has("report-csv-drops-column")) return all.slice(0, -1);
  if (faults.has("report-csv-repeats-column")) return [...all, "ActualZone"];
  if (faults.has("report-csv-sorted-columns")) return [...all].sort();
  if (!faults.has("report-csv-swaps-last-columns")) return all;
  return [...all.slice(0, -2), ...all.slice(-2).reverse()];
}

function columnName(column: Column, faults: Faults): string {
  if (column === "CarrierID" && faults.has("report-csv-column-renamed")) return "Carrier";
  return column === "ActualToZip" && faults.has("report-csv-column-in-other-case") ? "ActualToZIP" : column;
}

function unusedCell(faults: Faults): (column: Column) => string {
  if (faults.has("report-csv-unused-null")) return () => "null";
  if (faults.has("report-csv-unused-undefined")) return () => "undefined";
  if (faults.has("report-csv-dispute-null")) return (column) => (column === "DisputeUpdatedAt" ? "NULL" : "");
  return faults.has("report-csv-unused-filler") ? () => "N/A" : () => "";
}

function shortened(cells: readonly string[], lastRow: boolean, faults: Faults): readonly string[] {
  if (faults.has("report-csv-rows-cut")) return cells.slice(0, -1);
  return lastRow && faults.has("report-csv-last-row-longer") ? [...cells, ""] : cells;
}

function amount(value: number, faults: Faults): string {
  const short = faults.has("report-csv-amount-2-decimals");
  const negative = value < 0 && faults.has("report-csv-negative-amount-2-decimals");
  const text = value.toFixed(short || negative ? 2 : 3);
  return faults.has("report-csv-amount-with-currency") ? `${text} USD` : text;
}

function adjustmentDate(at: string, index: number, faults: Faults): string {
  const second = at.slice(0, 19);
  if (faults.has("report-csv-date-without-fraction")) return second;
  if (index % 3 === 1 && faults.has("report-csv-some-dates-without-fraction")) return second;
  const exact = `${at.slice(0, -1)}0000`;
  if (faults.has("report-csv-date-with-z")) return `${exact}Z`;
  return index === 0 && faults.has("report-csv-first-date-with-offset") ? `${exact}+00:00` : exact;
}

/** The cells that are used; a column that is not named here stays empty. */
function rowCells(
  report: Report,
  { label, shipment }: Adjusted,
  random: Random,
  index: number,
  faults: Faults,
): Partial<Record<Column, string>> {
  const at = timestamp(report.created - random.int(600, 80_000) * 1000);
  return {
    CarrierID: label.carrierId,
    ShipmentID: shipment.id,
    AdjustmentType: random.pick(["APV", "GLOBAL"]),
    AdjustmentID: String(report.seed * 100 + index),
    TransactionID: String(random.int(100_000, 999_999)),
    ExternalShipmentID: shipment.externalId,
    TrackingNumber: label.trackingNumber,
    ReasonCode: random.pick(["WEIGHT", "DIMENSIONS", "ZONE"]),
    AdjustmentAmount: amount(random.amount(0.1, 14) * random.pick([1, 1, -1]), faults),
    AdjustmentDate: adjustmentDate(at, index, faults),
    ActualService: label.serviceCode,
    ActualPackage: label.packageCode,
    ActualWeight: random.amount(1, 70).toFixed(2),
    ActualOriginZip: shipment.shipFrom.postalCode,
    ActualToZip: shipment.shipTo.postalCode,
    ActualCountry: shipment.shipTo.country,
    ActualZone: String(random.int(1, 8)),
  };
}
