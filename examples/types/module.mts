import { createReferenceService, judge, type Label, type OwnRecords, type Shipment } from "plimsoll";

const data: OwnRecords = { labels: [{ shipment_id: "se-1", shipment_cost: { amount: 7.5 } }] };
const service = createReferenceService({ data });
const snapshot = service.snapshot();
service.restore(snapshot);

export const read = (label: Label, shipment: Shipment): string => label.label_id + shipment.shipment_id;
export const verdict: string = (await judge([])).verdict;
