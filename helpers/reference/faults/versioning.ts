import type { OperationId } from "../../contract/generated/types.js";
import { before } from "../bends.js";
import type { Bend } from "../service/behaviours.js";
import { Problem } from "../service/problem.js";
import type { Fault } from "./fault.js";

const withoutGeneration =
  (missing: "v1" | "v2"): Bend =>
  (does) => ({
    serves: (operation) => operation.generation !== missing && does.serves(operation),
    methodsOf: (path) => (path.startsWith(`/${missing}`) ? [] : does.methodsOf(path)),
  });

const withoutOperation =
  (id: OperationId): Bend =>
  (does) => ({ serves: (operation) => operation.id !== id && does.serves(operation) });

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
  {
    id: "operation-missing-v2ListTags",
    rule: "operation.v2ListTags",
    sentence: "The v2 tag list does not exist.",
    bend: withoutOperation("v2ListTags"),
  },
  {
    id: "operation-missing-v2TrackLabel",
    rule: "operation.v2TrackLabel",
    sentence: "Labels cannot be tracked.",
    bend: withoutOperation("v2TrackLabel"),
  },
  {
    id: "operation-missing-v1ListBatchErrors",
    rule: "operation.v1ListBatchErrors",
    sentence: "The v1 list of batch errors does not exist.",
    bend: withoutOperation("v1ListBatchErrors"),
  },
  {
    id: "operation-unsupported-v2VoidLabel",
    rule: "operation.v2VoidLabel",
    sentence: "Voiding a label is answered with 405.",
    bend: before("v2VoidLabel", () => {
      throw new Problem(405, {
        type: "validation",
        code: "unspecified",
        message: "PUT is not supported here.",
      });
    }),
  },
];
