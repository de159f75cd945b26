import { invalidValue } from "../service/problem.js";
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
  {
    id: "ids-read-up-to-letters",
    section: "Conventions",
    sentence: "Letters behind the number of an id are not looked at.",
    bend: (does) => ({
      find: (call, from, param) => {
        const id = call.param(param).replace(/^(se-\d+)[a-z]+$/i, "$1");
        return does.find(call.with({ params: { ...call.incoming.params, [param]: id } }), from, param);
      },
    }),
  },
  {
    id: "ids-in-32-bits",
    section: "Conventions",
    sentence: "An id with a number of more than 32 bits is refused with 400 as none that can be.",
    bend: (does) => ({
      handle: (call) => {
        for (const [name, value] of Object.entries(call.incoming.params))
          if (name.endsWith("_id") && Number(/^se-(\d+)$/.exec(value)?.[1]) >= 2 ** 31)
            throw invalidValue(name, value, "This is no id.");
        return does.handle(call);
      },
    }),
  },
];
