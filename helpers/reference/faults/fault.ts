import type { RuleId } from "../../contract/generated/types.js";
import type { Bend } from "../service/behaviours.js";

/** A named single deviation from the contract. */
export interface Fault {
  /** Kebab-case name: `serve --fault <id>`. */
  readonly id: string;
  /** The rule that the deviation breaks. */
  readonly rule: RuleId;
  /** What the service does, in one sentence. */
  readonly sentence: string;
  /** Why more than two rules may rightly be blamed for it; most faults have no such reason. */
  readonly blame?: string;
  /** Changes the behaviours that deviate. */
  readonly bend: Bend;
}

/**
 * Faults that differ in a few words each: a row of a table for each name.
 * @param faultOf what a row stands for
 */
export function perRow<const Row>(
  rows: Readonly<Record<string, Row>>,
  faultOf: (row: Row) => Omit<Fault, "id">,
): readonly Fault[] {
  return Object.entries(rows).map(([id, row]) => ({ id, ...faultOf(row) }));
}
