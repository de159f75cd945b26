import type { Operation, OperationId } from "../contract/operations.js";
import type { Answer } from "./answer.js";
import { looseBody, parseBody, type RawBody } from "./body.js";
import type { Collection, Kept } from "./collection.js";
import type { Deliveries } from "./deliveries.js";
import type { Faults } from "./faults.js";
import type { Ids } from "./ids.js";
import { invalidValue, Problem, unknownId } from "./problem.js";
import type { Random } from "./random.js";
import type { JsonObject, World } from "./records.js";
import type { Variant } from "./variant.js";

/** What all calls of one service share. */
export interface Shared {
  readonly world: World;
  readonly ids: Ids;
  readonly faults: Faults;
  readonly variant: Variant;
  /** For what is made while the service runs; its own sequence, so that the seeded data never shift. */
  readonly random: Random;
  readonly deliveries: Deliveries;
  /** Present time in epoch ms. */
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
}

/** One request, as its handler sees it. */
export class Call {
  readonly world: World;
  readonly faults: Faults;
  readonly ids: Ids;
  readonly lavish: boolean;
  readonly operation: Operation;

  constructor(
    readonly shared: Shared,
    readonly incoming: Incoming,
  ) {
    this.world = shared.world;
    this.faults = shared.faults;
    this.ids = shared.ids;
    this.lavish = shared.variant.lavish;
    this.operation = incoming.operation;
  }

  get v1(): boolean {
    return this.operation.generation === "v1";
  }

  /** First word of the faults of a list: its name in v1, with "v2-" before it in v2. */
  listWord(name: string): string {
    return this.v1 ? name : `v2-${name}`;
  }

  get query(): Readonly<Record<string, string>> {
    return this.incoming.query;
  }

  now(): number {
    return this.shared.now();
  }

  param(name: string): string {
    return this.incoming.params[name] ?? "";
  }

  /** Address of a path of this service: absolute, or relative where the variant takes that freedom. */
  readonly href = (path: string): string => (this.lavish ? path : this.incoming.origin + path);

  /** The record that a path parameter names. Throws 404. */
  find<T extends Kept>(from: Collection<T>, param: string): T {
    const id = this.param(param);
    const item = from.get(id);
    if (item) return item;
    const { faults, operation } = this;
    const [first] = from.ordered();
    if (first && faults.has(`unknown-id-answers-first-${operation.id}`)) return first;
    if (faults.has(`unknown-id-answers-400-${operation.id}`)) throw invalidValue(param, id, "No such id.");
    throw unknownId(param, id);
  }

  /** The body as an object. Throws 400 without one. */
  object(): JsonObject {
    const body = this.#parse();
    if (body) return body;
    const message = "The request needs a body.";
    throw new Problem(400, { type: "validation", code: "request_body_required", message });
  }

  /** The body as an object, empty without one. Operations that ignore the body ask too: JSON is the only format. */
  optional(): JsonObject {
    return this.#parse() ?? {};
  }

  #parse(): JsonObject | undefined {
    const { body } = this.incoming;
    const loose = looseBody(body, this.faults);
    if (this.faults.has(`malformed-json-fails-on-${this.operation.id}`)) JSON.parse(body.text || "{}");
    return loose ?? parseBody(body, this.lavish ? 415 : 400);
  }
}

export type Handler = (call: Call) => Answer;

/** Handlers of one area by operationId; a name outside the contract does not compile. */
export type Handlers = Readonly<Partial<Record<OperationId, Handler>>>;
