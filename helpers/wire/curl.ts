import type { SentRequest } from "./exchange.js";
import { KEY_PLACEHOLDER } from "./placeholder.js";

/** Headers that the client adds for itself, and that curl sets by an option or by itself. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "accept-encoding",
  "cache-control",
  "user-agent",
  "content-length",
  "host",
]);

/**
 * The request as a command line for a POSIX shell. The key is read from the environment when the command runs; other
 * secrets stay replaced.
 * @param keyEnv the variable that holds the key
 */
export function curlLine(request: SentRequest, keyEnv = "PLIMSOLL_API_KEY"): string {
  const quote = (text: string) => quoted(text, keyEnv);
  const words = ["curl", "-sS", "-i", "--compressed"];
  // curl would treat brackets and braces as patterns.
  if (/[[\]{}]/.test(request.url)) words.push("--globoff");
  if (request.method === "HEAD") words.push("--head");
  else if (request.method !== (request.body === null ? "GET" : "POST"))
    words.push("-X", quote(request.method));
  for (const [name, value] of Object.entries(request.headers)) {
    if (!LEFT_OUT.has(name)) words.push("-H", quote(value === "" ? `${name};` : `${name}: ${value}`));
  }
  if (request.body !== null) {
    // curl would declare a form where the request declared nothing.
    if (request.headers["content-type"] === undefined) words.push("-H", quote("content-type:"));
    words.push("--data-raw", quote(request.body));
  }
  words.push(quote(request.url));
  return words.join(" ");
}

function quoted(text: string, keyEnv: string): string {
  const parts = text.split(KEY_PLACEHOLDER);
  if (parts.length === 1) return shellWord(text);
  return parts.map((part) => (part === "" ? "" : shellWord(part))).join(`"$${keyEnv}"`);
}

/** An argument of a command, in quotes where a shell would not take it as it is. */
export function argument(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : shellWord(text);
}

/** A word that a POSIX shell takes as it is. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
