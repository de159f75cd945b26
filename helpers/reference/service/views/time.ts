/** Epoch milliseconds as an ISO 8601 timestamp in UTC. */
export function timestamp(at: number): string {
  return new Date(at).toISOString();
}

/** The same instant written with an offset, as adjustment reports do. */
export function offsetTimestamp(at: number): string {
  return `${timestamp(at).slice(0, -1)}+00:00`;
}
