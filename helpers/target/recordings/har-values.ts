import { hasMembers } from "../../contract/json.js";
import type { KeyUse, SentRequest } from "../../wire/exchange.js";

// Reads values from an untrusted HAR file: whatever is missing or of another type reads as empty.

/** The request of an entry, secrets included. */
export function readRequest(entry: unknown, key: KeyUse): SentRequest {
  const request = member(entry, "request");
  const posted = member(member(request, "postData"), "text");
  return {
    method: string(member(request, "method")).toUpperCase(),
    url: string(member(request, "url")),
    headers: readHeaders(request),
    body: typeof posted === "string" ? posted : null,
    key,
  };
}

/** Names in lower case; repeated ones joined; without the pseudo-headers of HTTP/2. */
export function readHeaders(message: unknown): Record<string, string> {
  const pairs = member(message, "headers");
  const headers = new Map<string, string>();
  for (const pair of Array.isArray(pairs) ? pairs : []) {
    const name = string(member(pair, "name")).toLowerCase();
    if (name === "" || name.startsWith(":")) continue;
    const before = headers.get(name);
    const value = string(member(pair, "value"));
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

export function member(value: unknown, name: string): unknown {
  return hasMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function string(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function number(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
