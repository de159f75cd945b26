import { type Breach, type Explanation, generationsOf, listing, needsOneOf, type Scene } from "./cause.js";

const ID = "auth.header-name.documented";

/** A generation does not take the right key under the documented name of its header: nothing of it can be read. */
export const headerName: Explanation = {
  kind: "key",
  keyOf: ({ rule }) => (rule.id === ID ? ID : null),
  title: (breaches, scene) =>
    `${listing(generationsIn(breaches, scene))} does not take the key under the documented name of its header: ${breaches[0]?.finding.received}`,
  blocks: (rule, breaches, scene) => needsOneOf(generationsIn(breaches, scene), rule),
};

function generationsIn(breaches: readonly Breach[], scene: Scene): string[] {
  return generationsOf(
    breaches.map(({ finding }) => finding),
    scene,
  );
}
