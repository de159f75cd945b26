import { nearWords } from "../../contract/nearest.js";
import { findRule } from "../../contract/rules.js";
import { faults as answers } from "./answers.js";
import { faults as keysEverywhere } from "./authentication/every-operation.js";
import { faults as missingKeys } from "./authentication/missing.js";
import { faults as wrongKeys } from "./authentication/wrong.js";
import { faults as batchArchiving } from "./batches/archiving.js";
import { faults as batchLists } from "./batches/lists.js";
import { faults as batchRecords } from "./batches/records.js";
import { faults as carriers } from "./carriers.js";
import { faults as content } from "./content.js";
import { faults as errors } from "./errors.js";
import { faults as eventPayloads } from "./event-payloads.js";
import { faults as events } from "./events.js";
import type { Fault } from "./fault.js";
import { faults as labelFilters } from "./label-filters.js";
import { faults as labelList } from "./label-list.js";
import { faults as labels } from "./labels.js";
import { faults as later } from "./later.js";
import { faults as limits } from "./limits.js";
import { faults as listBounds } from "./lists/bounds.js";
import { faults as listEnvelopes } from "./lists/envelopes.js";
import { faults as listFilters } from "./lists/filters.js";
import { faults as listLinks } from "./lists/links.js";
import { faults as listRequests } from "./lists/requests.js";
import { faults as listSlices } from "./lists/slices.js";
import { faults as operations } from "./operations.js";
import { faults as purchaseOrderDocuments } from "./purchase-orders/documents.js";
import { faults as purchaseOrderDrafts } from "./purchase-orders/drafts.js";
import { faults as purchaseOrderRefusedUpdates } from "./purchase-orders/refused-updates.js";
import { faults as purchaseOrderShippingDetails } from "./purchase-orders/shipping-details.js";
import { faults as purchaseOrderStatuses } from "./purchase-orders/statuses.js";
import { faults as rates } from "./rates.js";
import { faults as reports } from "./reports.js";
import { faults as requestId } from "./request-id.js";
import { isSchemaFault, listSchemaFaults } from "./schema.js";
import { faults as shipmentChanges } from "./shipment-changes.js";
import { faults as shipmentList } from "./shipment-list.js";
import { faults as shipments } from "./shipments.js";
import { faults as statuses } from "./statuses.js";
import { faults as transport } from "./transport.js";
import { faults as unknownIds } from "./unknown-ids.js";
import { faults as versioning } from "./versioning.js";
import { faults as warehouses } from "./warehouses.js";
import { faults as webhookCreations } from "./webhooks/creations.js";
import { faults as webhookDeletions } from "./webhooks/deletions.js";
import { faults as webhookUpdates } from "./webhooks/updates.js";
import { faults as webhookV1 } from "./webhooks/v1.js";

/**
 * All faults of behaviour, in the order of the document; for those that follow from the schemas see `listSchemaFaults`.
 */
export const behaviourFaults: readonly Fault[] = [
  ...transport,
  ...missingKeys,
  ...wrongKeys,
  ...keysEverywhere,
  ...content,
  ...answers,
  ...errors,
  ...unknownIds,
  ...requestId,
  ...statuses,
  ...versioning,
  ...operations,
  ...limits,
  ...listEnvelopes,
  ...listLinks,
  ...listRequests,
  ...listSlices,
  ...listFilters,
  ...listBounds,
  ...shipmentList,
  ...labelList,
  ...labelFilters,
  ...shipments,
  ...shipmentChanges,
  ...labels,
  ...rates,
  ...reports,
  ...batchRecords,
  ...batchLists,
  ...batchArchiving,
  ...carriers,
  ...warehouses,
  ...webhookV1,
  ...webhookCreations,
  ...webhookUpdates,
  ...webhookDeletions,
  ...events,
  ...eventPayloads,
  ...purchaseOrderDrafts,
  ...purchaseOrderRefusedUpdates,
  ...purchaseOrderShippingDetails,
  ...purchaseOrderDocuments,
  ...purchaseOrderStatuses,
  ...later,
];

/** How many faults of a rule are named. */
const TOLD = 5;

/** The faults of the given names. @throws Error for an unknown name, with the nearest known one */
export function readFaults(ids: readonly string[]): readonly Fault[] {
  const known = [...behaviourFaults, ...(ids.some(isSchemaFault) ? listSchemaFaults() : [])];
  const byId = new Map(known.map((fault) => [fault.id, fault]));
  return ids.map((id) => {
    const fault = byId.get(id);
    if (fault) return fault;
    throw new Error(`There is no fault "${id}"${breaking(id) || nearWords(id, [...byId.keys()]) || "."}`);
  });
}

/** Names the faults that break a rule; empty if that is no rule's id, or nothing breaks it. */
function breaking(rule: string): string {
  if (findRule(rule) === null) return "";
  const all = [...behaviourFaults, ...listSchemaFaults()].filter((fault) => fault.rule === rule);
  if (all.length === 0) return "; it is a rule that no fault breaks.";
  const more = all.length > TOLD ? " …" : "";
  return `; that rule is broken by ${all
    .slice(0, TOLD)
    .map(({ id }) => id)
    .join(", ")}${more}.`;
}
