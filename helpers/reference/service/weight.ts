import type { Parcel } from "./records.js";

/** Ounces in each unit of weight. */
const OUNCES: Readonly<Record<string, number>> = {
  ounce: 1,
  pound: 16,
  gram: 1 / 28.349523125,
  kilogram: 1000 / 28.349523125,
};

/** A weight in ounces; an unknown unit counts as ounces. */
export const ounces = (value: number, unit: string): number => value * (OUNCES[unit] ?? 1);

/** What parcels weigh together, in ounces. */
export const totalOunces = (parcels: readonly Parcel[]): number =>
  parcels.reduce((sum, { weight, weightUnit }) => sum + ounces(weight, weightUnit), 0);
