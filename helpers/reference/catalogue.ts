import type { Fault } from "./faults/fault.js";
import { behaviourFaults } from "./faults/list.js";
import { listSchemaFaults } from "./faults/schema.js";
import type { Habit } from "./habits/habit.js";
import { allHabits } from "./habits/list.js";

/** A deviation that the reference service can be started with. */
export type FaultEntry = Omit<Fault, "bend">;

/** A freedom of the contract that the reference service can take. */
export type HabitEntry = Omit<Habit, "bend">;

/** Every fault of the reference service: first those of behaviour, then those made from the schemas. */
export function listFaults(): readonly FaultEntry[] {
  return [...behaviourFaults, ...listSchemaFaults()].map(({ bend: _, ...fault }) => fault);
}

/** Every habit of the reference service, by topic. */
export function listHabits(): readonly HabitEntry[] {
  return allHabits.map(({ bend: _, ...habit }) => habit);
}
