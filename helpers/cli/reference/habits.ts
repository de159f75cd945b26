import { described } from "../../../reports/console-lines.js";
import { listHabits } from "../../reference/catalogue.js";

/** The habits as text. */
export function habitsTable(): string {
  const habits = listHabits();
  const rows = described(habits.map(({ id, section, sentence }) => [id, `${sentence} (${section})`]));
  return `${rows}\n${habits.length} habits, each of which keeps the contract\n`;
}
