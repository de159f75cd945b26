import { writeFileSync } from "node:fs";
import { jsonText } from "../../../reports/text.js";
import type { Generation } from "../../contract/model.js";
import { asYaml, bundle, type OpenApiFormat } from "../../contract/openapi/bundle.js";

/** Options of `plimsoll openapi`. */
export interface OpenApiOptions {
  readonly format: OpenApiFormat;
  readonly generation: readonly Generation[];
  readonly out?: string;
  readonly json?: boolean;
}

/**
 * `plimsoll openapi`: prints the contract as one self-contained OpenAPI document, or writes it to a file. YAML, unless
 * JSON is asked for or the file's name ends in .json.
 */
export function openapi({ format, generation, out, json }: OpenApiOptions): void {
  const document = bundle(format, generation);
  const text = json || out?.endsWith(".json") === true ? jsonText(document) : asYaml(document);
  if (out === undefined) process.stdout.write(text);
  else writeFileSync(out, text);
}
