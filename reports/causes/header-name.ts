import { type Breach, type Explanation, listing } from "./cause.js";

const ID = "auth.header-name.documented";

/** A generation does not take the right key under the documented name of its header: nothing of it can be read. */
export const headerName: Explanation = {
  kind: "key",
  keyOf: ({ rule }) => (rule.id === ID ? ID : null),
  title: (breaches) =>
    `${listing(generationsOf(breaches))} does not take the key under the documented name of its header: ${breaches[0]?.finding.received}`,
  blocks: ({ generation, reason }, breaches) =>
    generationsOf(breaches).some((one) => one === generation || new RegExp(`\\b${one}\\b`).test(reason)),
};

function generationsOf(breaches: readonly Breach[]): string[] {
  return [...new Set(breaches.flatMap(({ finding }) => finding.operation?.slice(0, 2) ?? []))];
}
