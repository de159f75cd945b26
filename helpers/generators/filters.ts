import fc from "fast-check";
import type { Operation } from "../contract/operations.js";

/** Values by query parameter. */
export type Query = Readonly<Record<string, string>>;

/** Parameters that turn pages or order items; the others are filters. */
const NOT_FILTERS = new Set(["page", "page_size", "sort_dir", "sort_by"]);

/** Names of the filters that the contract gives an operation. */
export function filterNames(operation: Operation): readonly string[] {
  return operation.query.map(({ name }) => name).filter((name) => !NOT_FILTERS.has(name));
}

/**
 * Combinations of an operation's filters. A filter without known values is left out, unless the contract
 * enumerates its values. Shrinks towards fewer filters, then towards the first values.
 * @param known values by filter, as found in the target's data
 * @param least number of filters in a combination; less where fewer have values
 * @defaultValue `least` 1
 */
export function filterCombinations(
  operation: Operation,
  known: Readonly<Record<string, readonly string[]>>,
  least = 1,
): fc.Arbitrary<Query> {
  const choices = operation.query
    .filter(({ name }) => !NOT_FILTERS.has(name))
    .map((parameter) => ({ name: parameter.name, values: known[parameter.name] ?? parameter.enum ?? [] }))
    .filter(({ values }) => values.length > 0);
  return fc
    .subarray(choices, { minLength: Math.min(least, choices.length) })
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map(({ name, values }) =>
          fc.constantFrom(...values).map((value) => [name, value] as const),
        ),
      ),
    )
    .map((pairs) => Object.fromEntries(pairs));
}
