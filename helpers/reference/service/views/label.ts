import type { Schemas } from "../../../contract/generated/types.js";
import type { Call } from "../behaviours.js";
import type { JsonObject, Label } from "../records.js";
import { timestamp } from "./time.js";

const usd = (amount: number) => ({ currency: "usd", amount });

/** Label (v1 list item). Download addresses are always absolute URLs. */
export function labelView({ incoming }: Call, label: Label): JsonObject {
  const file = (ending: string) =>
    `${incoming.origin}/v1/downloads/labels/${label.format}/${encodeURIComponent(label.id)}.${ending}`;
  return {
    label_id: label.id,
    status: label.status,
    shipment_id: label.shipmentId,
    ship_date: timestamp(label.shipDate),
    created_at: timestamp(label.created),
    shipment_cost: usd(label.cost),
    insurance_cost: usd(label.insurance),
    rate_details: rateDetails(label),
    tracking_number: label.trackingNumber,
    is_return_label: label.isReturn,
    is_international: label.isInternational,
    batch_id: label.batchId,
    carrier_id: label.carrierId,
    service_code: label.serviceCode,
    package_code: label.packageCode,
    voided: label.status === "voided",
    voided_at: label.voidedAt === null ? null : timestamp(label.voidedAt),
    label_format: label.format,
    label_layout: label.layout,
    trackable: true,
    carrier_code: label.carrierCode,
    tracking_status: label.trackingStatus,
    label_download: { pdf: file("pdf"), png: file("png"), zpl: file("zpl"), href: file(label.format) },
    form_download: label.isInternational ? { href: file("form.pdf") } : null,
    insurance_claim: null,
  } satisfies Schemas["v1/label"];
}

function rateDetails(label: Label): Schemas["v1/rate-detail"][] {
  const fuel = Math.round(label.cost * 8) / 100;
  const row = (type: string, description: string | null, code: string, amount: number) => ({
    rate_detail_type: type,
    carrier_description: description,
    carrier_billing_code: code,
    carrier_memo: null,
    amount: usd(amount),
    billing_source: "carrier",
  });
  return [
    row("shipping", "Base rate", "BASE", Math.round((label.cost - fuel) * 100) / 100),
    row("fuel_surcharge", null, "FUEL", fuel),
  ];
}
