import { type ListDeclaration, listOf } from "../../contract/lists.js";
import { ruleById } from "../../contract/rules.js";
import { howToGetMore } from "../../wire/message.js";
import { Inconclusive } from "../../wire/outcome.js";
import type { Check } from "../check/check.js";

/**
 * Runs a check's body. If it cannot judge and its rule is about a list that holds nothing, says just that: all such
 * checks need the same.
 */
export async function orEmptyList(t: Check, body: (check: Check) => Promise<void>): Promise<void> {
  try {
    await body(t);
  } catch (error) {
    if (!(error instanceof Inconclusive) || error.options.length > 0) throw error;
    const empty = await emptyListOf(t);
    throw empty === null
      ? error
      : new Inconclusive(`needs ${empty.name}; the list holds none. ${howToGetMore(empty.name)}`);
  }
}

/** The list that the check's rule is about and nothing else, if the run read it and found nothing. */
async function emptyListOf(t: Check): Promise<ListDeclaration | null> {
  const [operation, ...others] = ruleById(t.rule).operations;
  const list = operation === undefined || others.length > 0 ? null : listOf(operation);
  return list !== null && (await t.census.holdsNone(list.name)) ? list : null;
}
