import { operationLine } from "../../helpers/contract/operations.js";
import {
  type Breach,
  breachesOf,
  derived,
  type Explanation,
  listing,
  namesIn,
  operationsOf,
} from "./cause.js";

/** So many operations are unlikely to answer with nothing, each for its own reason. */
const MANY = 3;

/** Many operations answer `{}` whatever they are asked for, as a stub does. */
export const emptyAnswers: Explanation = {
  kind: "same-answer",
  keyOf: (breach, scene) => (isOfNothing(breach) && emptiedIn(scene).size >= MANY ? "empty" : null),
  title: (_, scene) => {
    const lines = [...emptiedIn(scene)].map(operationLine);
    return `${lines.length} operations answer with an object without members: ${listing(lines, 3)}`;
  },
  blocks: ({ operations }, _, scene) => operations.some((id) => emptiedIn(scene).has(id)),
};

/** Operations of which a broken rule says that they answer with an object without members. */
const emptiedIn = derived((scene) => new Set(operationsOf(breachesOf(scene).filter(isOfNothing))));

/** Whether the whole answer is empty, not only a part of it. */
function isOfNothing({ finding: { received, pointer } }: Breach): boolean {
  return /^an object without members/.test(received) && namesIn(pointer).split("/").length === 2;
}
