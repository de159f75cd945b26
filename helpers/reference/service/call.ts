import type { Behaviours, Call, Incoming, Shared } from "./behaviours.js";
import type { Collection, Kept } from "./collection.js";
import type { Ids } from "./ids.js";
import { Problem, unknownId } from "./problem.js";
import type { JsonObject, World } from "./records.js";

export class IncomingCall implements Call {
  readonly world: World;
  readonly ids: Ids;
  readonly does: Behaviours;
  readonly operation: Incoming["operation"];

  /** @param world what the call reads and writes: the service's own, unless a replica answers */
  constructor(
    readonly shared: Shared,
    readonly incoming: Incoming,
    world: World = shared.world,
  ) {
    this.world = world;
    this.ids = shared.ids;
    this.does = shared.does;
    this.operation = incoming.operation;
  }

  get v1(): boolean {
    return this.operation.generation === "v1";
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

  href(path: string): string {
    return this.does.href(this, path);
  }

  find<T extends Kept>(from: Collection<T>, param: string): T {
    return this.does.find(this, from, param);
  }

  object(): JsonObject {
    const body = this.does.readBody(this.incoming.body, this);
    if (body) return body;
    const message = "The request needs a body.";
    throw new Problem(400, { type: "validation", code: "request_body_required", message });
  }

  optional(): JsonObject {
    return this.does.readBody(this.incoming.body, this) ?? {};
  }

  with(changes: Partial<Incoming>): Call {
    return new IncomingCall(this.shared, { ...this.incoming, ...changes }, this.world);
  }
}

/** The record that a path parameter names. Throws 404. */
export function findRecord<T extends Kept>(call: Call, from: Collection<T>, param: string): T {
  const id = call.param(param);
  const item = from.get(id);
  if (item) return item;
  throw unknownId(param, id);
}
