import type { ListDeclaration } from "../../../contract/lists.js";
import { ToAndFro } from "../../../oracles/lists/to-and-fro.js";
import type { Page } from "../../../wire/decode.js";
import type { Check } from "../../check/check.js";
import { givenEach } from "../../check/given.js";

/**
 * What the run saw of the members that a list is filtered by. Nothing of a list that shows when items changed, since two
 * looks at that see what happened in between.
 */
export const sightingsOf = givenEach(async (_: Check, list: ListDeclaration) => {
  const members = Object.values(list.filters).flatMap((match) =>
    match.by === "member" ? [match.member] : [],
  );
  return new ToAndFro(list.showsChange ? [] : members);
});

/**
 * Takes a page. Once the run itself has changed the list, a page that shows a former value may be the target's own
 * mistake.
 */
export async function sighted(t: Check, list: ListDeclaration, { items }: Page): Promise<void> {
  if (list.showsChange || t.session.timesDone(list.changedBy) > 0) return;
  (await t.given(sightingsOf(list))).look(items);
}
