import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

/** What the router knows of the connection: nothing when a request is answered in this process. */
export interface OnTheWire {
  Bindings: Partial<HttpBindings>;
}

/** Header names as they were spelled; empty when a request is answered in this process. */
export function spelledHeaders({ incoming }: Partial<HttpBindings>): readonly string[] {
  return (incoming?.rawHeaders ?? []).filter((_, index) => index % 2 === 0);
}

/** Sends a 204 with a body, which no HTTP library does, and ends the connection. */
export function sendBodyWith204(response: Response, { outgoing }: Partial<HttpBindings>): Response {
  const socket = outgoing?.socket;
  if (!socket) return response;
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 204 No Content\r\n${lines.join("")}content-length: 2\r\nconnection: close\r\n\r\n{}`);
  return RESPONSE_ALREADY_SENT;
}
