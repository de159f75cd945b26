import type { Faults } from "../faults.js";
import type { Batch, JsonObject } from "../records.js";
import { timestamp } from "./time.js";

/**
 * Batch (v1 by-id form).
 * @param href makes the address of a path of this service
 * @param eager false leaves the download links of an unprocessed batch empty
 */
export function batchView(
  batch: Batch,
  href: (path: string) => string,
  eager: boolean,
  faults: Faults,
): JsonObject {
  const unprocessed = batch.completed === 0;
  const link = (path: string) => ({ href: href(path) });
  const file = (name: string) =>
    eager || batch.completed > 0 ? link(`/v1/downloads/batches/${batch.id}/${name}`) : {};
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
    batch_shipments_url: link(`/v1/shipments${batchQuery(batch, "shipments", faults)}`),
    batch_labels_url: link(`/v1/labels${batchQuery(batch, "labels", faults)}`),
    batch_errors_url: link(errorsPath(batch, faults)),
    label_download:
      unprocessed && faults.has("batch-label-download-empty-at-first") ? {} : file("labels.pdf"),
    form_download: unprocessed && faults.has("batch-form-download-empty-at-first") ? {} : file("forms.pdf"),
    status: batch.status,
  };
}

function batchQuery({ id, status }: Batch, list: "shipments" | "labels", faults: Faults): string {
  if (faults.has(`batch-${list}-url-unfiltered`)) return "";
  const other =
    (status === "archived" && faults.has(`batch-${list}-url-of-archived-wrong`)) ||
    (id.endsWith("8") && faults.has(`batch-${list}-url-of-some-wrong`));
  return `?batch_id=${other ? `${id}0` : id}`;
}

function errorsPath({ id, failures }: Batch, faults: Faults): string {
  if (faults.has("batch-errors-url-without-id")) return "/v1/batches/errors";
  const renamed = failures.length === 0 && faults.has("batch-errors-url-wrong-without-errors");
  return `/v1/batches/${id}/${renamed ? "failures" : "errors"}`;
}
