import type { Habit } from "./habit.js";

export const habits: readonly Habit[] = [
  {
    id: "ids-bare",
    section: "Conventions",
    sentence: "Ids are digits alone, without a prefix.",
    bend: () => ({ idText: (_, number) => String(number) }),
  },
  {
    id: "ids-of-kinds",
    section: "Conventions",
    sentence: "Ids begin with letters of their kind in place of se.",
    bend: () => ({ idText: (kind, number) => `${kind.slice(0, 3)}_${number}` }),
  },
  {
    id: "webhook-ids-worded",
    section: "Conventions",
    sentence: "Ids of webhooks have a prefix.",
    bend: (does) => ({
      idText: (kind, number) => (kind === "webhook" ? `wh-${number}` : does.idText(kind, number)),
    }),
  },
];
