import { behaviourFaults } from "../../reference/faults/list.js";
import { listSchemaFaults } from "../../reference/faults/schema.js";

/** The faults of behaviour as text, and the number of those made from the schemas. */
export function faultsTable(): string {
  const rows = behaviourFaults.map(({ id, rule, sentence }) => `${id}\n  breaks ${rule}: ${sentence}`);
  return `${rows.join("\n")}\n${rows.length} faults of behaviour, and ${listSchemaFaults().length} of the schemas (--json lists them)\n`;
}
