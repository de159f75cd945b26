import type { Answer, Body } from "../../wire/exchange.js";
import { jsonOf } from "../../wire/raw.js";

/** What a document operation delivered; "other" is a success that is neither a PDF nor an address. */
export type Delivered = "pdf" | "address" | "other" | "nothing";

/** What an answer delivers. */
export function deliveredBy(answer: Answer): Delivered {
  if (answer.status !== 200) return "nothing";
  // The PDF mark need not be at the very start.
  if (startOf(answer.body).includes("%PDF")) return "pdf";
  const address = /"(https?:\/\/|\/)[^"]+"/.test(JSON.stringify(jsonOf(answer)) ?? "");
  return address ? "address" : "other";
}

function startOf(body: Body): string {
  if (body.kind === "binary") return body.head;
  return body.kind === "text" || body.kind === "unreadable" ? body.text.slice(0, 64) : "";
}
