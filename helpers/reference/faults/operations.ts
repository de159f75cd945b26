import type { OperationId } from "../../contract/generated/types.js";
import type { Operation } from "../../contract/model.js";
import { matchOperation, operations } from "../../contract/operations.js";
import { ruleById } from "../../contract/rules.js";
import { before } from "../bends.js";
import type { Bend } from "../service/behaviours.js";
import { Problem } from "../service/problem.js";
import type { Fault } from "./fault.js";

/** The operation is not served, and the Allow header of its path does not name it. */
const withoutOperation =
  ({ id, method }: Operation): Bend =>
  (does) => ({
    serves: (operation) => operation.id !== id && does.serves(operation),
    methodsOf: (path) =>
      does
        .methodsOf(path)
        .filter((each) => each !== method || matchOperation(method, path)?.operation.id !== id),
  });

/** Reads of records that no list shows, or that need not be kept, so that each 404 may be about the id. */
const UNLISTED: readonly OperationId[] = [
  "v1DownloadFile",
  "v2GetBatchByExternalId",
  "v2DownloadDocument",
  "v2GetProduct",
  "v2GetRate",
  "v2GetCheckoutRateQuote",
  "v2GetServicePoint",
];

/** Whether an unknown path is told from an unknown id there: known ids, other operations or no id show it. */
function isToldFromIds({ id, method, path, pathParams }: Operation): boolean {
  if (UNLISTED.includes(id)) return false;
  const isSamePath = (other: Operation) => shapeOf(other.path) === shapeOf(path) && other.id !== id;
  return method === "GET" || pathParams.length === 0 || operations.some(isSamePath);
}

function shapeOf(path: string): string {
  return path.replace(/\{\w+\}/g, "{}");
}

/** Why more than two rules are rightly blamed for an operation that is missing. */
const BLAME: Readonly<Partial<Record<OperationId, string>>> = {
  v1ListShipments: "Pages of a list that is not there are not refused for their offset either.",
};

function missing(operation: Operation): Fault {
  const blame = BLAME[operation.id];
  return {
    id: `operation-missing-${operation.id}`,
    rule: `operation.${operation.id}`,
    sentence: `The operation ${operation.method} ${operation.path} does not exist.`,
    ...(blame === undefined ? {} : { blame }),
    bend: withoutOperation(operation),
  };
}

function unsupported({ id, method, path }: Operation): Fault {
  return {
    id: `operation-unsupported-${id}`,
    rule: `operation.${id}`,
    sentence: `The operation ${method} ${path} is answered with 405.`,
    bend: before(id, () => {
      const message = `${method} is not supported here.`;
      throw new Problem(405, { type: "validation", code: "unspecified", message });
    }),
  };
}

/** No call shows whether they are there; see `unfaultable.yaml`. */
const UNTOLD: readonly OperationId[] = ["v2CreateTag", "v2DownloadFile"];

/** Each operation that is judged is missing in turn or, where an unknown id gets the same 404, not supported. */
export const faults: readonly Fault[] = operations
  .filter(({ id }) => !UNTOLD.includes(id) && ruleById(`operation.${id}`).level !== "open")
  .map((operation) => (isToldFromIds(operation) ? missing(operation) : unsupported(operation)));
