import type { FindingResult } from "../results.js";
import { type Explanation, generationsOf, listing, needsOneOf, type Scene, statusOf } from "./cause.js";

const ID = "versioning.generation-answers";

/** A whole generation does not answer: the address is wrong, or the target offers only the other generation. */
export const generation: Explanation = {
  kind: "generation",
  keyOf: ({ rule, finding }, scene) =>
    rule.id === ID || (statusOf(finding) === 404 && isLost(finding, scene)) ? ID : null,
  leads: ({ rule }) => rule.id === ID,
  title: (_, scene) => `Nothing of ${listing(lostIn(scene))} answers`,
  fix: (_, scene) => {
    const lost = lostIn(scene);
    const left = scene.generations.filter((one) => !lost.includes(one));
    return left.length === 0
      ? `the address may be another one, or lack a path before /${lost[0]}`
      : `if the target offers ${left.join(" and ")} only, say --generation ${left.join(",")}`;
  },
  blocks: (rule, _, scene) => needsOneOf(lostIn(scene), rule),
};

/** Generations that do not answer at all. */
function lostIn(scene: Scene): string[] {
  return generationsOf(scene.broken.find(({ id }) => id === ID)?.findings ?? [], scene);
}

/** Whether a finding is about an operation of a generation that does not answer. */
function isLost({ operation }: FindingResult, scene: Scene): boolean {
  return lostIn(scene).some((one) => operation?.startsWith(one));
}
