import type { RuleId } from "../../contract/rules.js";
import type { Bend } from "../service/behaviours.js";

/** A named single deviation from the contract. */
export interface Fault {
  /** Kebab-case name: `serve --fault <id>`. */
  readonly id: string;
  /** The rule that the deviation breaks. */
  readonly rule: RuleId;
  /** What the service does with it, one sentence. */
  readonly sentence: string;
  /** Why more than two rules are rightly blamed for it; most faults have no such reason. */
  readonly blame?: string;
  /** Takes hold of the behaviours that deviate. */
  readonly bend: Bend;
}
