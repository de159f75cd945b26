import type { Answer } from "../../wire/exchange.js";
import { jsonOf } from "../../wire/raw.js";
import { fileKind } from "../answers/file-kind.js";

/** What a document operation delivered; "other" is a success that is neither a PDF nor an address. */
export type Delivered = "pdf" | "address" | "other" | "nothing";

/** What an answer delivers. */
export function deliveredBy(answer: Answer): Delivered {
  if (answer.status !== 200) return "nothing";
  if (fileKind(answer.body) === "a PDF") return "pdf";
  const address = /"(https?:\/\/|\/)[^"]+"/.test(JSON.stringify(jsonOf(answer)) ?? "");
  return address ? "address" : "other";
}
