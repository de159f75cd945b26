import { listHabits } from "../../reference/catalogue.js";

/** The habits as text. */
export function habitsTable(): string {
  const rows = listHabits().map(({ id, section, sentence }) => `${id}\n  ${sentence} (${section})`);
  return `${rows.join("\n")}\n${rows.length} habits, each of which keeps the contract\n`;
}
