import type { OperationId } from "../../contract/generated/types.js";
import type { OpenListDeclaration } from "../../contract/lists.js";
import { operationInScope } from "../../contract/scope.js";
import { decodeOpenPage, type Item } from "../../wire/decode.js";
import type { Check } from "../check/check.js";
import { hasId } from "./open-pages.js";

/**
 * The listed resource that counts most items, with their number; the first known one where none counts any. Either
 * generation may list it: open batches, which v1 lists, hardly have errors.
 */
export async function fullestParent(
  t: Check,
  operation: OperationId,
  { parameter, countedBy }: NonNullable<OpenListDeclaration["below"]>,
): Promise<{ readonly id: string; readonly held: number | null }> {
  const [first] = await t.census.ids(parameter);
  if (first === undefined) return t.inconclusive(`needs a batch for ${operation}`);
  const held = ({ raw }: Item) => (raw.status === "archived" ? 0 : Number(raw[countedBy] ?? 0));
  const parents = (["v1ListBatches", "v2ListBatches"] as const).filter((each) =>
    operationInScope(each, t.settings),
  );
  const ownFirst = operation.startsWith("v1") ? parents : parents.toReversed();
  for (const each of ownFirst) {
    const page = decodeOpenPage(await t.listed(each), parameter);
    const items = page.kind === "page" ? page.items.filter(hasId) : [];
    const [most] = items.toSorted((one, other) => held(other) - held(one));
    if (most !== undefined && held(most) > 0) return { id: most.id, held: held(most) };
  }
  return { id: first, held: null };
}
