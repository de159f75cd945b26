import { type Habit, listHabits } from "../reference/habits/list.js";

/** Every habit of the reference service, without what it does to it. */
export const allHabits = (): readonly Omit<Habit, "bend">[] =>
  listHabits().map(({ bend: _, ...habit }) => habit);

/** The habits for people. */
export function habitsTable(): string {
  const rows = allHabits().map(({ id, section, sentence }) => `${id}\n  ${sentence} (${section})`);
  return `${rows.join("\n")}\n${rows.length} habits, each of which keeps the contract\n`;
}
