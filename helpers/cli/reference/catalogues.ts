import { described } from "../../../reports/console-lines.js";
import { listFaults, listHabits } from "../../reference/catalogue.js";
import { behaviourFaults } from "../../reference/faults/list.js";

/** All faults, and as text those of behaviour with the number of those made from the schemas. */
export function faults() {
  const all = listFaults();
  const rows = described(
    behaviourFaults.map(({ id, rule, sentence }) => [id, `breaks ${rule}: ${sentence}`]),
  );
  const ofSchemas = all.length - behaviourFaults.length;
  const text = `${rows}\n${behaviourFaults.length} faults of behaviour, and ${ofSchemas} of the schemas (--json lists them)\n`;
  return { all, text };
}

/** All habits, and the same as text. */
export function habits() {
  const all = listHabits();
  const rows = described(all.map(({ id, section, sentence }) => [id, `${sentence} (${section})`]));
  return { all, text: `${rows}\n${all.length} habits, each of which keeps the contract\n` };
}
