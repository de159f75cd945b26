/** The kinds of fixtures: a kind of resource, with its state if checks ask for one. */
const KINDS = [
  "warehouse",
  "carrier",
  "store",
  "shipment:cancellable",
  "shipment:taggable",
  "label:voidable",
  "batch:open",
  "batch:processable",
  "purchase_order:draft",
  "purchase_order:open",
  "purchase_order:receiving",
  "purchase_order:received",
  "purchase_order:cancelled",
  "purchase_order:closed",
] as const;

export type FixtureKind = (typeof KINDS)[number];

export const FIXTURE_KINDS: readonly string[] = KINDS;
