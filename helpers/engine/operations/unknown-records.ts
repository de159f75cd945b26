import type { Operation } from "../../contract/model.js";
import { certainlyUnknownIds, madeUpPath } from "../../target/messages/made-up.js";
import type { Check } from "../check/check.js";

/** Path parameters of records that do not exist, below existing ones, the more likely well-formed one first. */
export async function unknownRecords(
  t: Check,
  change: Operation,
): Promise<readonly Record<string, string>[]> {
  const path = await belowKnown(t, change);
  const parameter = idsIn(change).at(-1);
  if (parameter === undefined) return [path];
  const [sample] = await t.census.ids(parameter);
  return certainlyUnknownIds(parameter, sample, t.settings.seed).map((id) => ({ ...path, [parameter]: id }));
}

/** The path parameters that hold ids. */
export function idsIn({ pathParams }: Operation): readonly string[] {
  return pathParams.filter((name) => name.endsWith("_id"));
}

/**
 * A made-up path whose ids before the last one are known, so that a refusal is about the last. Changes use known ids
 * only where the run may change everything that the target holds.
 */
export async function belowKnown(t: Check, operation: Operation): Promise<Record<string, string>> {
  const path: Record<string, string> = { ...madeUpPath(operation) };
  if (operation.method !== "GET" && !t.settings.fixturesAll) return path;
  for (const parameter of idsIn(operation).slice(0, -1)) {
    const [known] = await t.census.ids(parameter);
    if (known !== undefined) path[parameter] = known;
  }
  return path;
}
