import type { OperationId } from "../../contract/generated/types.js";
import type { LinkName } from "../../contract/lists.js";
import type { Operation } from "../../contract/model.js";
import type { Answer } from "./answer.js";
import type { RawBody } from "./body.js";
import type { Collection, Kept, SortKey } from "./collection.js";
import type { IdKind, Ids } from "./ids.js";
import type { Problem } from "./problem.js";
import type { Random } from "./random.js";
import type {
  Batch,
  Carrier,
  CarrierOption,
  JsonObject,
  Label,
  PurchaseOrder,
  Report,
  Shipment,
  Warehouse,
  Webhook,
  World,
} from "./records.js";

/** Events on their way to the webhooks registered for them. */
export interface Deliveries {
  send(event: string, payload: JsonObject): void;
  /** Waits until everything sent so far has arrived or failed. */
  settled(): Promise<void>;
}

/** What all calls of one service share. */
export interface Shared {
  readonly world: World;
  readonly ids: Ids;
  readonly does: Behaviours;
  /** For what is created while the service runs; a sequence of its own, so that the seeded data never change. */
  readonly random: Random;
  readonly deliveries: Deliveries;
  /** The current time in epoch ms. */
  readonly now: () => number;
}

export interface Incoming {
  readonly operation: Operation;
  /** Scheme and host that the client used. */
  readonly origin: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: RawBody;
  /** Value of Accept, or null without one. */
  readonly accept: string | null;
}

/** One request as its handler sees it. */
export interface Call {
  readonly shared: Shared;
  readonly incoming: Incoming;
  readonly world: World;
  readonly ids: Ids;
  readonly does: Behaviours;
  readonly operation: Operation;
  readonly v1: boolean;
  readonly query: Readonly<Record<string, string>>;
  now(): number;
  param(name: string): string;
  /** The address of a path of this service. */
  href(path: string): string;
  /** The record that a path parameter names. Throws 404. */
  find<T extends Kept>(from: Collection<T>, param: string): T;
  /** The body as an object. Throws 400 without one. */
  object(): JsonObject;
  /**
   * The body as an object, empty without one. Operations that ignore the body call this too: JSON is the only format.
   */
  optional(): JsonObject;
  /** The same call with some values changed. */
  with(changes: Partial<Incoming>): Call;
}

export type Handler = (call: Call) => Answer;

/** Handlers of one area by operationId; a name outside the contract does not compile. */
export type Handlers = Readonly<Partial<Record<OperationId, Handler>>>;

export interface AuthAttempt extends Incoming {
  readonly shared: Shared;
  /** The key sent, or undefined without the header. */
  readonly given: string | undefined;
  /** The right key. */
  readonly right: string;
  /** Header names as they were spelled; empty when answered in this process. */
  readonly spelled: readonly string[];
  param(name: string): string;
}

/** A query parameter that filters a list by a value of its items, or by one bound of a time window. */
export type Filter<T> =
  | {
      readonly name: string;
      readonly fits: (item: T, value: string) => boolean;
      /** Any other value is refused. */
      readonly allowed?: readonly string[];
      /** What links show if it is not given. */
      readonly otherwise?: string;
    }
  | { readonly name: string; readonly key: SortKey; readonly edge: "start" | "end" };

/** How one list differs from the others. */
export interface ListSpec<T extends Kept> {
  /** Name of the array in the answer. */
  readonly name: string;
  readonly from: Collection<T>;
  readonly view: (item: T) => unknown;
  readonly filters?: readonly Filter<T>[];
  /** Further values of sort_by besides the times of creation and modification, and their sort keys. */
  readonly sorts?: Readonly<Record<string, (item: T) => number>>;
  /** The filter beside which the others are ignored, and only shown in the links. */
  readonly foremost?: string;
  /** Only list shipments has the offset limit. */
  readonly offsetLimit?: boolean;
  /** Labels are oldest first within every page; other lists follow sort_dir. */
  readonly oldestFirst?: boolean;
}

/** A list that a call asks for. */
export interface Asked<T extends Kept> extends ListSpec<T> {
  readonly call: Call;
  /** Its name in v1; in v2 with the prefix "v2-". */
  readonly word: string;
}

/** A list that a call asks for, with the conditions on its items. */
export interface Listing<T extends Kept> extends Asked<T> {
  /** Undefined when nothing is filtered. */
  readonly keep: ((item: T) => boolean) | undefined;
}

/** The condition of one query parameter on each item. */
export interface Condition<T> {
  readonly name: string;
  readonly value: string;
  readonly holds: (item: T) => boolean;
  /** If the parameter is a bound of a window: the item's time that is compared, and with which instant. */
  readonly bound?: { readonly key: SortKey; readonly at: number };
}

export interface PageRequest {
  readonly page: number;
  readonly size: number;
  readonly direction: "asc" | "desc";
  readonly sortBy: string;
  /** The time to sort by; "created" if the list has a sort of its own. */
  readonly key: SortKey;
}

/** Which page each link names; null for a link that does not exist. */
export type LinkPages = Readonly<Record<LinkName, number | null>>;
export type Links = Readonly<Record<LinkName, { readonly href?: string }>>;

/** One page of a list as answered. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly request: PageRequest;
  readonly envelope: JsonObject;
}

export type ShipmentForm = "list" | "by-id";
export type Summary = "order" | "received";

/** Members of a webhook that an update sets; undefined if it does not. */
export interface WebhookChange {
  readonly name: string | undefined;
  readonly url: string | undefined;
  readonly headers: Webhook["headers"] | undefined;
}

/** The lines of an adjustment report, header first; null is an unused cell. */
export type ReportLines = readonly (readonly (string | null)[])[];

/** Request ids of one answer: in the header, and in an error body. Null leaves it out. */
export interface RequestIds {
  readonly header: string | null;
  readonly body: string | null;
}

/** What an answer belongs to. */
export interface About {
  readonly status: number;
  /** Null for a path or method outside the contract. */
  readonly operation: Operation | null;
}

/** An answer as sent. */
export interface Written {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

/** Options of Node's TLS server for versions. */
export interface TlsVersions {
  readonly minVersion: "TLSv1" | "TLSv1.1" | "TLSv1.2";
  readonly maxVersion?: "TLSv1.1";
  readonly ciphers?: string;
}

type Serve = (request: Request) => Response | Promise<Response>;

/**
 * What the service does, as small named functions. Handlers and the parts below call these through `does`, so that a
 * fault or a habit can wrap any one of them from outside.
 */
export interface Behaviours {
  // The connection
  tlsVersions(): TlsVersions;
  /** Answers plain HTTP on a TLS port; null hangs up. */
  plainHttp(serve: Serve): Serve | null;
  compresses(): boolean;
  /** The prefix of the paths of all operations. */
  basePath(): string;
  /** Whether an operation exists at all. */
  serves(operation: Operation): boolean;
  /** The methods of a path; none gives 404. */
  methodsOf(path: string): readonly string[];
  wrongMethod(method: string, path: string): Problem | Answer;

  // The key
  acceptsKey(attempt: AuthAttempt): boolean;
  refuseKey(attempt: AuthAttempt): Problem;

  // One call
  /** The parameters of a query string. */
  readQuery(search: string): Readonly<Record<string, string>>;
  handle(call: Call): Answer;
  /** Undefined for an empty body. Throws a Problem for anything but a JSON object. */
  readBody(body: RawBody, call: Call): JsonObject | undefined;
  find<T extends Kept>(call: Call, from: Collection<T>, param: string): T;
  href(call: Call, path: string): string;

  // What is answered
  errorView(problem: Problem): JsonObject;
  /** @param usual status and error body of the problem */
  refusal(problem: Problem, usual: Answer): Answer;
  requestIds(status: number): RequestIds;
  say(json: unknown, about: About): unknown;
  write(usual: Written, about: About): Written;

  // Lists, in the order in which they are made
  /** Whether a parameter filters at all. */
  reads<T extends Kept>(asked: Asked<T>, name: string): boolean;
  /** Reads the bound of a window as epoch ms. Throws 400. */
  instant<T extends Kept>(asked: Asked<T>, name: string, text: string): number;
  /** The condition of a parameter on the items; null for none. */
  condition<T extends Kept>(asked: Asked<T>, usual: Condition<T>): Condition<T> | null;
  /** All conditions as one test; undefined without any. */
  combine<T extends Kept>(
    asked: Asked<T>,
    conditions: readonly Condition<T>[],
  ): ((item: T) => boolean) | undefined;
  readPage<T extends Kept>(listing: Listing<T>, query: Call["query"]): PageRequest;
  isBeyondOffset<T extends Kept>(listing: Listing<T>, page: number, size: number): boolean;
  /** @param page as sent, however large */
  offsetProblem(call: Call, page: string): Problem;
  /** All items that meet the conditions, oldest first by the key of the request. */
  matching<T extends Kept>(listing: Listing<T>, request: PageRequest): readonly T[];
  /** The items of the page asked for, oldest first. */
  slice<T extends Kept>(listing: Listing<T>, matching: readonly T[], request: PageRequest): readonly T[];
  /** Sorts the items of a page as they are shown. */
  order<T extends Kept>(
    listing: Listing<T>,
    items: readonly T[],
    request: PageRequest,
    matching: number,
  ): readonly T[];
  total<T extends Kept>(listing: Listing<T>, request: PageRequest, matching: number): number;
  pages<T extends Kept>(listing: Listing<T>, request: PageRequest, total: number): number;
  linkPages<T extends Kept>(listing: Listing<T>, request: PageRequest, pages: number): LinkPages;
  /** The links' query besides the page. */
  linkQuery<T extends Kept>(listing: Listing<T>, request: PageRequest): Record<string, string>;
  links<T extends Kept>(listing: Listing<T>, request: PageRequest, pages: number): Links;
  envelope<T extends Kept>(listing: Listing<T>, request: PageRequest, matching: number): JsonObject;
  pageAnswer<T extends Kept>(listing: Listing<T>, page: Page<T>): Answer;

  // Records as they are shown
  shipmentView(call: Call, shipment: Shipment, form: ShipmentForm): JsonObject;
  labelView(call: Call, label: Label): JsonObject;
  batchView(call: Call, batch: Batch): JsonObject;
  carrierView(call: Call, carrier: Carrier): JsonObject;
  carrierOptionView(option: CarrierOption): JsonObject;
  warehouseView(call: Call, warehouse: Warehouse): JsonObject;
  webhookView(call: Call, webhook: Webhook): JsonObject;
  purchaseOrderView(call: Call, order: PurchaseOrder): JsonObject;
  reportItemView(call: Call, report: Report): JsonObject;
  reportLines(report: Report): ReportLines;
  reportText(lines: ReportLines): string;

  // What is made and changed
  idText(kind: IdKind, number: number): string;
  cancelShipment(call: Call, shipment: Shipment): void;
  tagShipment(call: Call, shipment: Shipment, tags: readonly string[]): void;
  mostUsersPerCall(): number;
  voidLabel(call: Call, label: Label): void;
  webhookId(call: Call): string;
  createWebhook(call: Call): Webhook;
  changeWebhook(call: Call, webhook: Webhook, change: WebhookChange): void;
  removeWebhook(call: Call, webhook: Webhook): void;
  mayEditOrder(call: Call, order: PurchaseOrder): boolean;
  mayChangeShipping(call: Call, order: PurchaseOrder): boolean;
  /** Those of the sent members that the shipping-details operation accepts. */
  shippingDetails(sent: JsonObject): JsonObject;
  editOrder(call: Call, order: PurchaseOrder, fields: JsonObject): void;
  hasSummary(order: PurchaseOrder, summary: Summary): boolean;

  // Events
  /** @param webhooks all webhooks, whatever they are registered for */
  receivers(event: string, webhooks: readonly Webhook[]): readonly Webhook[];
  deliveryHeaders(webhook: Webhook): Webhook["headers"];
  deliveryText(payload: JsonObject): string;
  /** Payload of report_complete. */
  reportPayload(report: Report, world: World, origin: string): JsonObject;
}

/** Changes some behaviours, given the previous ones. Called once for each service. */
export type Bend = (does: Behaviours) => Partial<Behaviours>;

/** Applies bends one after another, the last one outermost. */
export function bent(usual: Behaviours, bends: readonly Bend[]): Behaviours {
  let does = usual;
  for (const bend of bends) does = { ...does, ...bend(does) };
  return does;
}
