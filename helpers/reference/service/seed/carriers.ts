import type { Collection } from "../collection.js";
import type { Ids } from "../ids.js";
import type { Random } from "../random.js";
import type { Carrier } from "../records.js";
import { carrierTable } from "./names.js";

/** Connects the first `count` carriers of data/carriers.json. */
export function seedCarriers(into: Collection<Carrier>, count: number, ids: Ids, random: Random, at: number) {
  for (const [index, row] of carrierTable.carriers.slice(0, count).entries()) {
    const created = at + index * 60_000;
    into.add({
      id: ids.next("carrier"),
      seq: 0,
      created,
      modified: created,
      code: row.code,
      name: row.name,
      accountNumber: String(random.int(100_000, 999_999)),
      balance: random.amount(50, 900),
      services: row.services.map(([code, name, domestic, international, multiPackage]) => ({
        code,
        name,
        domestic,
        international,
        multiPackage,
      })),
      options: (carrierTable.optionSets[row.options] ?? []).map(([name, defaultValue, description]) => ({
        name,
        defaultValue,
        description,
      })),
      packages: row.packages,
    });
  }
}
