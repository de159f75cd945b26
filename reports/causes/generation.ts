import { type Explanation, listing } from "./cause.js";

const ID = "versioning.generation-answers";

/** Nothing of a generation answers: the address is another one, or the target offers the other generation alone. */
export const generation: Explanation = {
  kind: "generation",
  keyOf: ({ rule }) => (rule.id === ID ? ID : null),
  title: (_, scene) => `Nothing of ${listing(lostIn(scene))} answers`,
  mend: (_, scene) => {
    const lost = lostIn(scene);
    const left = scene.generations.filter((one) => !lost.includes(one));
    return left.length === 0
      ? `the address may be another one, or lack a path before /${lost[0]}`
      : `if the target offers ${left.join(" and ")} only, say --generation ${left.join(",")}`;
  },
  blocks: ({ generation, reason }, _, scene) =>
    lostIn(scene).some((one) => one === generation || new RegExp(`\\b${one}\\b`).test(reason)),
};

/** Generations of which nothing answers. */
function lostIn({ broken, generations }: Parameters<Explanation["title"]>[1]): string[] {
  const told = broken.find(({ id }) => id === ID)?.findings ?? [];
  return generations.filter((one) => told.some(({ operation }) => operation?.startsWith(one)));
}
