/**
 * What the package offers to code. All of it keeps its name and meaning within a major version; what is not exported
 * here may change at any time.
 */

export type { Compliance } from "../reports/results.js";
export { type JudgeOptions, judge } from "./api/judge.js";
export { RunFailed, type RunOptions, run } from "./api/run.js";
export type { HarEntry, SeenExchange } from "./api/seen.js";
export type {
  Address,
  Batch,
  BatchErrors,
  CarrierOption,
  CarrierService,
  ErrorBody,
  ErrorItem,
  Label,
  Labels,
  Money,
  OperationId,
  PurchaseOrder,
  PurchaseOrders,
  ReportComplete,
  ReportItem,
  Reports,
  RuleId,
  SchemaId,
  Schemas,
  Shipment,
  ShipmentInList,
  Shipments,
  WarehouseUpdate,
  Webhook,
} from "./contract/generated/types.js";
export type { Operation, Rule } from "./contract/model.js";
export { operations } from "./contract/operations.js";
export { rules } from "./contract/rules.js";
export { type Breach, type Validation, validate } from "./contract/validator.js";
export {
  type FaultEntry,
  type HabitEntry,
  listFaults,
  listHabits,
} from "./reference/catalogue.js";
export { WrongRecords } from "./reference/mock/own/read.js";
export type { OwnCarrier, OwnRecords, OwnReport } from "./reference/mock/own/records.js";
export type { ReceivedRequest, ReceivedRequests, RequestFilter } from "./reference/mock/received.js";
export { type RunningFaults, UnusableFault } from "./reference/mock/running-faults.js";
export type { Snapshot } from "./reference/mock/state.js";
export { type Trouble, type TroubleKind, WrongTrouble } from "./reference/mock/trouble.js";
export type { Troubles } from "./reference/mock/troubles.js";
export { createReferenceService, type ReferenceOptions, type ReferenceService } from "./reference/service.js";
export { defineConfig, type PlimsollConfig } from "./target/settings/config.js";
export type { Provision, ProvisionHook, ProvisionTarget } from "./target/settings/provision-hook.js";
