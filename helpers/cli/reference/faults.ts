import { described } from "../../../reports/console-lines.js";
import { behaviourFaults } from "../../reference/faults/list.js";
import { listSchemaFaults } from "../../reference/faults/schema.js";

/** The faults of behaviour as text, and the number of those made from the schemas. */
export function faultsTable(): string {
  const rows = described(
    behaviourFaults.map(({ id, rule, sentence }) => [id, `breaks ${rule}: ${sentence}`]),
  );
  return `${rows}\n${behaviourFaults.length} faults of behaviour, and ${listSchemaFaults().length} of the schemas (--json lists them)\n`;
}
