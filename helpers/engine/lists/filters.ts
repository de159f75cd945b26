import type { ListDeclaration } from "../../contract/lists.js";
import { count } from "../../wire/message.js";
import type { Check } from "../check/check.js";
import { judgeList, judgeParts } from "./judge-list.js";
import { judgeTry } from "./judge-try.js";
import { mattersToFilter } from "./list-watch.js";
import { known } from "./readings.js";
import { judgeStranger } from "./strange-values.js";
import { valueTries } from "./value-tries.js";

/**
 * Judges the filter of one parameter: the filtered list holds exactly the items that meet it, on one page and cut in
 * two, in both directions, and nothing for values that no item has.
 * @throws Inconclusive if no items differ in it
 */
export async function filter(t: Check, list: ListDeclaration, parameter: string): Promise<void> {
  const { items } = await known(t, list);
  const tries = valueTries(t, list, items, parameter);
  if (tries.length === 0)
    t.inconclusive(
      `needs ${list.name} that differ in ${parameter}; ${count(items.length, "item")} found. Create such ${list.name} or point at an account with some`,
    );
  const matters = mattersToFilter(list, parameter);
  const found = await judgeParts(t, list, matters, tries, (reading, one) =>
    judgeTry(t, reading, one, "breach"),
  );
  t.find(found);
  if (found.length === 0 && t.affords("lists.strange-values"))
    t.find(await judgeList(t, list, matters, (reading) => judgeStranger(t, reading, parameter)));
  t.saw("values", tries.length);
}
