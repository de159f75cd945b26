import type { RuleId } from "../../../contract/generated/types.js";
import type { Bend } from "../../service/behaviours.js";
import type { Fault } from "../fault.js";

// Faults that are the same on several lists, or for several parameters.

/** How sentences name lists, by the word with which the names of their faults begin. */
const LISTS = {
  labels: { one: "label", many: "labels" },
  shipments: { one: "shipment", many: "shipments" },
  reports: { one: "report", many: "reports" },
  batches: { one: "v1 batch", many: "v1 batches" },
  errors: { one: "v1 batch error", many: "v1 batch errors" },
  "v2-labels": { one: "v2 label", many: "v2 labels" },
  "v2-shipments": { one: "v2 shipment", many: "v2 shipments" },
  "v2-batches": { one: "v2 batch", many: "v2 batches" },
} as const;

/** What sentences say. */
interface Words {
  /** "label" */
  readonly one: string;
  /** "labels" */
  readonly many: string;
  /** "created_at_start" */
  readonly parameter: string;
}

/** The rule that each fault breaks, by the name of the fault. */
type Broken = Readonly<Record<`${keyof typeof LISTS}-${string}`, RuleId>>;

/** One fault for each of several lists. Each name begins with its list. */
export const perList = (
  bend: (list: string) => Bend,
  sentence: (words: Words) => string,
  rules: Broken,
): readonly Fault[] => perParameter((list) => bend(list), sentence, rules);

/** One fault for each of several parameters. Each name begins with its list and the parameter. */
export function perParameter(
  bend: (list: string, parameter: string) => Bend,
  sentence: (words: Words) => string,
  rules: Broken,
): readonly Fault[] {
  return Object.entries(rules).flatMap(([id, rule]) =>
    Object.entries(LISTS)
      .filter(([list]) => id.startsWith(`${list}-`))
      .map(([list, words]) => {
        const [parameter = ""] = id.slice(list.length + 1).split("-");
        return { id, rule, sentence: sentence({ ...words, parameter }), bend: bend(list, parameter) };
      }),
  );
}
