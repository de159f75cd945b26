/** The names that the other generators give to the schemas. */
import type { components, paths } from "./made";

type Schemas = components["schemas"];
type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;

export type Shipments = Answer<"/v1/shipments">;
export type Labels = Answer<"/v1/labels">;
export type Reports = Answer<"/v1/incubator/adjustments/reports">;
export type Batches = Answer<"/v1/batches">;
export type CarrierServices = Answer<"/v1/carriers/{carrier_id}/services">;
export type CarrierOptions = Answer<"/v1/carriers/{carrier_id}/options">;
export type V2Shipments = Answer<"/v2/shipments">;
export type V2Labels = Answer<"/v2/labels">;
export type Page = Schemas["Page"];
export type WebhookList = Answer<"/v2/environment/webhooks">;
