import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Compliance } from "../../../reports/results.js";
import { compiledSchema } from "../../contract/compile.js";
import { parsedJson } from "../../contract/json.js";
import { UsageError } from "../mistakes/errors.js";
import { textOf } from "../mistakes/files.js";

/** Name of the result in the report folder. */
export const RESULT_FILE = "compliance.json";
/** Name of the certificate there. */
export const CERTIFICATE_FILE = "certificate.json";

/**
 * Reads the result of a run.
 * @param place the compliance.json, or its folder
 * @throws UsageError if there is none, or it does not match its schema
 */
export function resultIn(place: string): Compliance {
  const isFolder = existsSync(place) && statSync(place).isDirectory();
  const file = isFolder ? join(place, RESULT_FILE) : place;
  const value = parsedJson(textOf(file));
  if (value === undefined) throw new UsageError(`${file} cannot be read: it is not JSON.`);
  if (isCompliance(value)) return value;
  throw new UsageError(`${file} is not a compliance.json of this version of plimsoll; make the run again.`);
}

function isCompliance(value: unknown): value is Compliance {
  return compiledSchema("results/compliance")(value) === true;
}
