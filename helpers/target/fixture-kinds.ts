/** What may be named as a fixture: a kind of resource, with its state where checks ask for one. */
export const FIXTURE_KINDS: readonly string[] = [
  "warehouse",
  "carrier",
  "store",
  "shipment",
  "shipment:cancellable",
  "shipment:taggable",
  "label",
  "label:voidable",
  "batch:open",
  "batch:processable",
  "purchase_order:draft",
  "purchase_order:open",
  "purchase_order:receiving",
  "purchase_order:received",
  "purchase_order:cancelled",
  "purchase_order:closed",
];
