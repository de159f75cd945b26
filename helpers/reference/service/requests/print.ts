import { oneOf, optionalText } from "../body.js";
import type { JsonObject, Label } from "../records.js";

/** How a label is printed. */
export type Print = Pick<Label, "format" | "layout">;

const FORMATS = ["pdf", "png", "zpl"] as const;

/** Reads how labels are to be printed. Throws 400 for a format that cannot be downloaded. */
export function readPrint(body: JsonObject): Print {
  return {
    format: oneOf("label_format", optionalText(body, "label_format") ?? "pdf", FORMATS),
    layout: optionalText(body, "label_layout") ?? "4x6",
  };
}
