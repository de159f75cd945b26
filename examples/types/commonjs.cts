import plimsoll = require("plimsoll");

import type { Label, OwnRecords, ReferenceService, Trouble } from "plimsoll";

const data: OwnRecords = { shipments: [{ shipment_id: "se-1", shipment_status: "pending" }] };
const trouble: Trouble = { kind: 429, operation: "v1ListLabels", times: 1 };
const service: ReferenceService = plimsoll.createReferenceService({ data, troubles: [trouble] });
const carrier: Label["carrier_id"] = "se-2";
const faults: readonly string[] = plimsoll.listFaults().map(({ id }) => id);

// @ts-expect-error a status that the contract does not have
const wrong: OwnRecords = { shipments: [{ shipment_status: "lost" }] };

export = [service.requests.count(), carrier, faults, wrong];
