import { groupBy } from "../../helpers/contract/group-by.js";
import { operationLine } from "../../helpers/contract/operations.js";
import {
  type AskedOperation,
  derived,
  type Explanation,
  listing,
  namesLine,
  type Scene,
  statusOf,
} from "./cause.js";

/** Prefix of the rules that an operation exists. */
const RULE = "operation.";
/** As many operations as are named one by one. */
const FEW = 3;
/** Statuses that mean that the service has no such path or method. */
const UNKNOWN: ReadonlySet<number> = new Set([404, 405, 501]);

/** Missing operations, grouped by their families of resources. */
export const missingOperations: Explanation = {
  kind: "missing-operations",
  keyOf: ({ rule, finding }, scene) => {
    if (rule.id.startsWith(RULE)) return "missing";
    if (finding.operation === null || !missingIn(scene).has(finding.operation)) return null;
    const status = statusOf(finding);
    return status === null || UNKNOWN.has(status) ? "missing" : null;
  },
  title: (_, scene) => {
    const told = toldIn(scene);
    if (told.length <= FEW)
      return `${listing(told.map(({ id }) => operationLine(id)))} ${told.length === 1 ? "is" : "are"} missing`;
    const generations = [...new Set(told.map(generationOf))];
    const families = [...groupBy(told, (one) => one.area ?? familyOf(one))].map(([name, { length }]) =>
      length === 1 ? name : `${name} (${length})`,
    );
    return `${told.length} operations of ${listing(generations)} are missing: ${listing(families, 12)}`;
  },
  fix: (_, scene) => editionWords(toldIn(scene), scene),
  blocks: ({ operations, reason }, _, scene) => {
    const missing = missingIn(scene);
    if (operations.length > 0 && operations.every((id) => missing.has(id))) return true;
    return [...missing].some((id) => namesLine(reason, operationLine(id)));
  },
};

/** Operations that a broken rule reports as missing. */
function toldIn({ broken, operations }: Scene): AskedOperation[] {
  const told = new Set(broken.map(({ id }) => id));
  return operations.filter(({ id }) => told.has(RULE + id));
}

/** These, and the operations of their families that never gave another answer. */
const missingIn = derived((scene): ReadonlySet<string> => {
  const told = toldIn(scene);
  const families = new Set(told.map(familyOf));
  const silent = scene.operations.filter((one) => families.has(familyOf(one)) && isSilent(one));
  return new Set([...told, ...silent].map(({ id }) => id));
});

/** Whether all answers mean that the path does not exist; a 401 comes before the path is looked up. */
function isSilent({ statuses }: AskedOperation): boolean {
  return Object.keys(statuses).every((status) => UNKNOWN.has(Number(status)) || status === "401");
}

/** "v2 totes" */
function familyOf(operation: AskedOperation): string {
  const [, , family = ""] = operation.path.split("/");
  return `${generationOf(operation)} ${operation.area ?? family}`;
}

function generationOf({ path }: AskedOperation): string {
  return path.split("/")[1] ?? "";
}

/** The edition that leaves the missing operations out, if there is one, and what else it leaves out. */
function editionWords(missing: readonly AskedOperation[], { operations }: Scene): string | null {
  const months = missing.flatMap(({ since }) => since ?? []).sort();
  const [first] = months;
  const [add, it] = missing.length === 1 ? ["add it", "it"] : ["add them", "them"];
  if (first === undefined || months.length < missing.length) return add;
  const before = operations.flatMap(({ since }) => (since && since < first ? since : [])).sort();
  const edition = before.at(-1);
  if (edition === undefined) return add;
  const present = operations.filter(
    (one) => one.since && one.since > edition && !isSilent(one) && !missing.includes(one),
  );
  const also = present.length === 0 ? "" : `, and with ${it} ${present.length} that answer`;
  return `${add}; --edition ${edition} leaves ${it} out${also}`;
}
