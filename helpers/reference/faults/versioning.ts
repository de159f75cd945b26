import type { Bend } from "../service/behaviours.js";
import type { Fault } from "./fault.js";

const withoutGeneration =
  (missing: "v1" | "v2"): Bend =>
  (does) => ({
    serves: (operation) => operation.generation !== missing && does.serves(operation),
    methodsOf: (path) => (path.startsWith(`/${missing}`) ? [] : does.methodsOf(path)),
  });

export const faults: readonly Fault[] = [
  {
    id: "generation-missing-v2",
    rule: "versioning.generation-answers",
    sentence: "Nothing below /v2 exists.",
    bend: withoutGeneration("v2"),
  },
  {
    id: "generation-missing-v1",
    rule: "versioning.generation-answers",
    sentence: "Nothing below /v1 exists.",
    bend: withoutGeneration("v1"),
  },
];
