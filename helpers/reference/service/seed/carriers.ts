import { newRecord } from "../collection.js";
import { carrierTable } from "./names.js";
import { DAY, SEED_END, type Stock } from "./stock.js";

/** Connects the first carriers of data/carriers.json. */
export function seedCarriers({ world, ids, random, variant }: Stock): void {
  for (const [index, row] of carrierTable.carriers.slice(0, variant.carriers).entries()) {
    world.carriers.add({
      ...newRecord(ids.next("carrier"), SEED_END - 400 * DAY + index * 60_000),
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
