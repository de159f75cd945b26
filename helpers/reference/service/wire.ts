import type { HttpBindings } from "@hono/node-server";

/** What the router knows about the connection: nothing if a request is answered in-process. */
export interface OnTheWire {
  Bindings: Partial<HttpBindings>;
}

/** Header names as they were spelled; empty if a request is answered in-process. */
export function spelledHeaders({ incoming }: Partial<HttpBindings>): readonly string[] {
  return (incoming?.rawHeaders ?? []).filter((_, index) => index % 2 === 0);
}
