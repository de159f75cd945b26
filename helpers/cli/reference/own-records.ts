import { existsSync } from "node:fs";
import { parse } from "yaml";
import { isObject } from "../../contract/json.js";
import { nearWords } from "../../contract/nearest.js";
import type { OwnRecords } from "../../reference/mock/own/records.js";
import { DATA_NAMES } from "../../reference/service/variant.js";
import { firstLineOf, UsageError } from "../mistakes/errors.js";
import { textOf } from "../mistakes/files.js";

/**
 * Reads a file of own records, in YAML or JSON. Whether the records are valid shows when a service loads them.
 * @throws UsageError if there is no such file, or if it cannot hold records
 */
export function recordsIn(file: string): OwnRecords {
  const value = parsed(file);
  if (isObject(value)) return value;
  throw new UsageError(
    `--data ${file}: it holds no lists of records by their kind, such as shipments or labels.`,
  );
}

function parsed(file: string): unknown {
  if (!existsSync(file))
    throw new UsageError(
      `--data ${file}: there is no such file, and no such data${nearWords(file, DATA_NAMES) || `; there are ${DATA_NAMES.join(", ")}.`}`,
    );
  const text = textOf(file, `--data ${file}`);
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`--data ${file}: it is neither YAML nor JSON: ${firstLineOf(error)}`);
  }
}
