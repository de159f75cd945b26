import { operationLine } from "../../helpers/contract/operations.js";
import type { RuleResult } from "../results.js";
import { type Breach, type Explanation, listing, namesIn } from "./cause.js";

/** So many operations are unlikely to answer with nothing, each for its own reason. */
const MANY = 3;

/** Many operations answer `{}` whatever they are asked for, as a stub does. */
export const emptyAnswers: Explanation = {
  kind: "same-answer",
  keyOf: (breach, { emptied }) => (isOfNothing(breach) && emptied.size >= MANY ? "empty" : null),
  title: (_, scene) => {
    const lines = [...scene.emptied].map(operationLine);
    return `${lines.length} operations answer with an object without members: ${listing(lines, 3)}`;
  },
  blocks: ({ operations }, _, { emptied }) => operations.some((id) => emptied.has(id)),
};

/** Operations of which a broken rule says that they answer with an object without members. */
export function emptiedBy(rule: RuleResult): string[] {
  return rule.findings
    .filter((finding) => isOfNothing({ rule, finding }))
    .flatMap(({ operation }) => operation ?? []);
}

/** Whether the whole answer is empty, not only a part of it. */
function isOfNothing({ finding: { received, pointer } }: Breach): boolean {
  return /^an object without members/.test(received) && namesIn(pointer).split("/").length === 2;
}
