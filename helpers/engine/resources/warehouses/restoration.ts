import type { Restoration } from "../../../target/ledger.js";
import { notAsBefore } from "../../../wire/put-back.js";
import type { Check } from "../../check/check.js";
import { bodyOf } from "./bodies.js";
import { returnIndicator, type SeenWarehouse } from "./record.js";

/**
 * How to restore a warehouse: by the documented body, with the indicator if there was one; if that does not work, by
 * the exact addresses that were shown. Null if nobody knows what it was.
 */
export function restorationOf(id: string, original: SeenWarehouse | null): Restoration | null {
  const body = original === null ? null : bodyOf(id, original);
  if (original === null || body === null) return null;
  const indicator = returnIndicator(original);
  const withIndicator = { ...body.return_address, address_residential_indicator: indicator };
  const { origin_address, return_address } = original.record;
  return {
    operation: "v1UpdateWarehouse",
    path: { warehouse_id: id },
    bodies: [
      indicator === null ? body : { ...body, return_address: withIndicator },
      { ...body, origin_address, return_address },
    ],
    reading: "v2GetWarehouse",
    former: { name: body.name, origin_address, return_address },
  };
}

/** Whether a warehouse shows again what it showed before the run changed it. */
export function isRestored({ former }: Restoration, shown: SeenWarehouse | null): boolean {
  return shown !== null && notAsBefore(former, shown.record).length === 0;
}

/** What the ledger is told before the first request leaves. */
export function intentOf(t: Check, id: string) {
  return { target: t.settings.url, operation: "v1UpdateWarehouse", mark: id } as const;
}
