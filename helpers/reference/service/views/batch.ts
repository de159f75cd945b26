import type { Schemas } from "../../../contract/generated/types.js";
import type { Call } from "../behaviours.js";
import type { Batch, JsonObject } from "../records.js";
import { timestamp } from "./time.js";

/** Batch (v1 by-id form). */
export function batchView(call: Call, batch: Batch): JsonObject {
  const id = encodeURIComponent(batch.id);
  const link = (path: string) => ({ href: call.href(path) });
  const file = (name: string) => link(`/v1/downloads/batches/${id}/${name}`);
  return {
    batch_id: batch.id,
    external_batch_id: batch.externalId,
    batch_notes: batch.notes,
    created_at: timestamp(batch.created),
    errors: batch.failures.length,
    warnings: batch.warnings,
    completed: batch.completed,
    forms: batch.forms,
    count: batch.count,
    label_layout: batch.labelLayout,
    label_format: batch.labelFormat,
    batch_shipments_url: link(`/v1/shipments?batch_id=${id}`),
    batch_labels_url: link(`/v1/labels?batch_id=${id}`),
    batch_errors_url: link(`/v1/batches/${id}/errors`),
    label_download: file("labels.pdf"),
    form_download: file("forms.pdf"),
    status: batch.status,
  } satisfies Schemas["v1/batch"];
}
