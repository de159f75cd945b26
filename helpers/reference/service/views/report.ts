import { stringify } from "csv-stringify/sync";
import type { Schemas } from "../../../contract/generated/types.js";
import type { Call, ReportLines } from "../behaviours.js";
import { Random } from "../random.js";
import type { Adjusted, JsonObject, Report } from "../records.js";
import { offsetTimestamp, timestamp } from "./time.js";

/** Header row of an adjustment report, in the documented order. */
export const REPORT_COLUMNS = [
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

export type ReportColumn = (typeof REPORT_COLUMNS)[number];

/** Adjustment report (v1 list item). */
export const reportItemView = (call: Call, { id, created }: Report): JsonObject =>
  ({
    report_id: id,
    created_at: offsetTimestamp(created),
    report_download: { href: call.href(`/v1/incubator/adjustments/reports/${encodeURIComponent(id)}`) },
  }) satisfies Schemas["v1/report-item"];

/** The lines of one adjustment report. */
export function reportLines(report: Report): ReportLines {
  const random = new Random(report.seed);
  const rows = report.rows.map((row, index) => {
    const cells = rowCells(report, row, random, index);
    return REPORT_COLUMNS.map((column) => cells[column] ?? null);
  });
  return [REPORT_COLUMNS, ...rows];
}

/** The CSV of an adjustment report. */
export const reportText = (lines: ReportLines): string => stringify([...lines]);

/** The used cells; other columns stay empty. */
function rowCells(
  report: Report,
  { label, shipment }: Adjusted,
  random: Random,
  index: number,
): Partial<Record<ReportColumn, string>> {
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
    AdjustmentAmount: (random.amount(0.1, 14) * random.pick([1, 1, -1])).toFixed(3),
    AdjustmentDate: `${at.slice(0, -1)}0000`,
    ActualService: label.serviceCode,
    ActualPackage: label.packageCode,
    ActualWeight: random.amount(1, 70).toFixed(2),
    ActualOriginZip: shipment.shipFrom.postalCode,
    ActualToZip: shipment.shipTo.postalCode,
    ActualCountry: shipment.shipTo.country,
    ActualZone: String(random.int(1, 8)),
  };
}
