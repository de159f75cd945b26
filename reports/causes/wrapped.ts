import { countUp } from "../../helpers/contract/count-up.js";
import { groupBy } from "../../helpers/contract/group-by.js";
import type { FindingResult } from "../results.js";
import { derived, type Explanation, linesOf, listing, operationsOf } from "./cause.js";

/** So many operations are unlikely to answer with one member, each for its own reason. */
const MANY = 3;
const ONLY_MEMBER = /^none; the members are ([\w-]+)( \(\d+ places\))?$/;

/** Many operations have something around what is documented, such as `{"data": …}`. */
export const wrapped: Explanation = {
  kind: "same-answer",
  keyOf: ({ finding }, scene) => {
    const name = wrapperIn(finding);
    return name !== null && (wrappersIn(scene).get(name) ?? 0) >= MANY ? name : null;
  },
  title: (breaches) => {
    const lines = linesOf(breaches);
    const [name] = breaches.map(({ finding }) => wrapperIn(finding));
    return `${lines.length} operations answer with nothing but a member ${name}: ${listing(lines, 3)}`;
  },
  fix: () => "answer with the documented members themselves, not with something around them",
  blocks: ({ operations }, breaches) => operationsOf(breaches).some((id) => operations.includes(id)),
};

/** How many operations answer with only one member, by its name; a documented one is missing beside it. */
const wrappersIn = derived(({ broken }) => {
  const findings = broken.flatMap((rule) => rule.findings);
  const counts = new Map<string, number>();
  for (const own of groupBy(findings, ({ operation }) => operation).values())
    for (const name of new Set(own.flatMap((one) => wrapperIn(one) ?? []))) countUp(counts, name);
  return counts;
});

/** The only member of a body that lacks a documented one. */
function wrapperIn({ pointer = "", received }: FindingResult): string | null {
  const isTop = pointer.lastIndexOf("/") === 0;
  return isTop ? (ONLY_MEMBER.exec(received)?.[1] ?? null) : null;
}
