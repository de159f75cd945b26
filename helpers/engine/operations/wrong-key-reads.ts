import type { Operation } from "../../contract/model.js";
import { operations } from "../../contract/operations.js";
import { inDrawnOrder } from "../check/seed.js";

/**
 * Whether a read is called with a wrong key for unknown ids: in place of known ones, besides them, or not at all. A
 * lookup before the key check shows there only, and a key check that is left out for what exists shows only at known
 * ids. Changes are called for unknown ids anyway, so a read of a record needs it only if no change has its path; of
 * several reads below such a record, one is called for unknown ids, drawn from the run's seed.
 */
export function unknownReadOf(operation: Operation, seed: number): "instead" | "besides" | "never" {
  const { path, pathParams } = operation;
  if (pathParams.length === 0) return "never";
  if (path.endsWith("}")) return isChangedAt(path) ? "never" : "besides";
  const record = path.slice(0, path.lastIndexOf("}") + 1);
  const beside = readsBelow(record);
  if (!isChangedAt(record) || beside.length < 2) return "never";
  return inDrawnOrder(beside, seed)[0]?.id === operation.id ? "instead" : "never";
}

function isChangedAt(path: string): boolean {
  return operations.some((each) => each.path === path && each.method !== "GET");
}

function readsBelow(record: string): readonly Operation[] {
  return operations.filter(
    ({ path, method }) => method === "GET" && path.startsWith(`${record}/`) && !path.endsWith("}"),
  );
}
