import { nearWords } from "../../contract/nearest.js";
import { faults as authentication } from "./authentication.js";
import { faults as batches } from "./batches.js";
import { faults as carriers } from "./carriers.js";
import { faults as content } from "./content.js";
import { faults as errors } from "./errors.js";
import { faults as events } from "./events.js";
import type { Fault } from "./fault.js";
import { faults as labelList } from "./label-list.js";
import { faults as later } from "./later.js";
import { faults as limits } from "./limits.js";
import { faults as listBounds } from "./lists/bounds.js";
import { faults as listEnvelopes } from "./lists/envelopes.js";
import { faults as listFilters } from "./lists/filters.js";
import { faults as listLinks } from "./lists/links.js";
import { faults as listRequests } from "./lists/requests.js";
import { faults as listSlices } from "./lists/slices.js";
import { faults as purchaseOrders } from "./purchase-orders.js";
import { faults as reports } from "./reports.js";
import { faults as requestId } from "./request-id.js";
import { isSchemaFault, listSchemaFaults } from "./schema.js";
import { faults as shipmentList } from "./shipment-list.js";
import { faults as shipments } from "./shipments.js";
import { faults as statuses } from "./statuses.js";
import { faults as transport } from "./transport.js";
import { faults as versioning } from "./versioning.js";
import { faults as warehouses } from "./warehouses.js";
import { faults as webhooks } from "./webhooks.js";

/**
 * All faults of behaviour, in the order of the document; for those that follow from the schemas see `listSchemaFaults`.
 */
export const behaviourFaults: readonly Fault[] = [
  ...transport,
  ...authentication,
  ...content,
  ...errors,
  ...requestId,
  ...statuses,
  ...versioning,
  ...limits,
  ...listEnvelopes,
  ...listLinks,
  ...listRequests,
  ...listSlices,
  ...listFilters,
  ...listBounds,
  ...shipmentList,
  ...labelList,
  ...shipments,
  ...reports,
  ...batches,
  ...carriers,
  ...warehouses,
  ...webhooks,
  ...events,
  ...purchaseOrders,
  ...later,
];

/** The faults of the given names. @throws Error for an unknown name, with the nearest known one */
export function readFaults(ids: readonly string[]): readonly Fault[] {
  const known = [...behaviourFaults, ...(ids.some(isSchemaFault) ? listSchemaFaults() : [])];
  const byId = new Map(known.map((fault) => [fault.id, fault]));
  return ids.map((id) => {
    const fault = byId.get(id);
    if (fault) return fault;
    throw new Error(`There is no fault "${id}"${nearWords(id, [...byId.keys()]) || "."}`);
  });
}
