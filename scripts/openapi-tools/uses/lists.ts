/** Uses each list; compiled against the output of every generator. */
import type {
  Batches,
  CarrierOptions,
  CarrierServices,
  Labels,
  Page,
  Reports,
  Shipments,
  V2Labels,
  V2Shipments,
  WebhookList,
} from "./client";

export const shipments = (page: Shipments): string[] =>
  page.shipments.map(({ shipment_id, ship_to }) => `${shipment_id} ${ship_to.city_locality}`);

export const labels = (page: Labels): string[] =>
  page.labels.map(({ label_id, label_download }) => label_download?.pdf ?? label_id);

export const reports = (page: Reports): string[] =>
  page.reports.map(({ report_download }) => report_download.href);

export const services = (body: CarrierServices): string[] =>
  body.services.map(({ service_code }) => service_code);

export const options = (body: CarrierOptions): string[] => body.options.map(({ name }) => name);

export const webhooks = (body: WebhookList): string[] => body.map(({ webhook_id }) => webhook_id);

/** The common envelope of all paged lists. */
export const counts = (pages: (Shipments | Labels | Reports)[]): number[] =>
  pages.map(({ total, page, pages: last, links }) => (links.next.href === undefined ? total : page / last));

export const openCounts = (pages: (Batches | Page | V2Shipments | V2Labels)[]): (number | undefined)[] =>
  pages.map(({ total }) => total);

export const openItems = (shipment: V2Shipments, label: V2Labels): unknown[] => [
  shipment.shipments,
  label.labels,
];
