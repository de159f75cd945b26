import type { Schemas } from "../../../contract/generated/types.js";

/** A value of which any member may be missing; missing members get usual values. */
type Some<T> = T extends readonly (infer Item)[]
  ? readonly Some<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]?: Some<T[Name]> }
    : T;

type Json = Readonly<Record<string, unknown>>;

/** A carrier as the lists of carriers show it. */
export interface OwnCarrier {
  readonly carrier_id?: string;
  readonly carrier_code?: string;
  readonly account_number?: string;
  readonly friendly_name?: string;
  readonly balance?: number;
  readonly services?: readonly Some<Schemas["v1/carrier-service"]>[];
  readonly options?: readonly Some<Schemas["v1/carrier-option"]>[];
  readonly packages?: readonly Json[];
}

/** An adjustment report, with the labels that it has rows for. */
export type OwnReport = Some<Schemas["v1/report-item"]> & { readonly label_ids?: readonly string[] };

/**
 * Own data: records as the contract shows them, by the name of their list. Any member may be missing: then ids are
 * assigned, times are now, and members that follow from others are computed.
 */
export interface OwnRecords {
  readonly carriers?: readonly OwnCarrier[];
  readonly warehouses?: readonly (Some<Schemas["v1/warehouse-update"]> & { readonly is_default?: boolean })[];
  readonly batches?: readonly Some<Schemas["v1/batch"]>[];
  readonly shipments?: readonly (Some<Schemas["v1/shipment"]> & { readonly batch_id?: string })[];
  readonly labels?: readonly (Some<Schemas["v1/label"]> & { readonly warehouse_id?: string })[];
  readonly reports?: readonly OwnReport[];
  readonly webhooks?: readonly Some<Schemas["v2/webhook"]>[];
  readonly purchase_orders?: readonly Json[];
  // The contract names only the operations of these.
  readonly suppliers?: readonly Json[];
  readonly products?: readonly Json[];
  readonly packages?: readonly Json[];
  readonly images?: readonly Json[];
  readonly inventory?: readonly Json[];
  readonly inventory_warehouses?: readonly Json[];
  readonly inventory_locations?: readonly Json[];
  readonly fulfillments?: readonly Json[];
  readonly totes?: readonly Json[];
  readonly manifests?: readonly Json[];
  readonly pickups?: readonly Json[];
  readonly tags?: readonly Json[];
}
