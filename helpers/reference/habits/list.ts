import type { Habit } from "./habit.js";

export type { Habit } from "./habit.js";
export const LAVISH: readonly string[] = [];
export const readHabits = (_ids: readonly string[]): readonly Habit[] => [];
