import type { HttpBindings } from "@hono/node-server";

/** What the router knows of the connection: nothing when a request is answered in this process. */
export interface OnTheWire {
  Bindings: Partial<HttpBindings>;
}

/** Header names as they were spelled; empty when a request is answered in this process. */
export function spelledHeaders({ incoming }: Partial<HttpBindings>): readonly string[] {
  return (incoming?.rawHeaders ?? []).filter((_, index) => index % 2 === 0);
}
