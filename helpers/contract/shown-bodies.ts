import { schemaById } from "./compile.js";
import { findOperation } from "./operations.js";

/** Whether the contract shows the body of an operation. */
export function showsBody(id: string): boolean {
  const schema = findOperation(id)?.requestSchema ?? null;
  return schema !== null && !("x-open" in schemaById(schema));
}
