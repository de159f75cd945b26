import { describe, expect, it } from "vitest";
import { labels } from "../../../contract/lists.js";
import type { Item } from "../../../wire/decode.js";
import { parseInstant } from "../../../wire/instant.js";
import { driftOf as driftBy, lastingTextOf, type Moment, vanishedFrom } from "./drift.js";

function item(id: string, day: number, status = "pending"): Item {
  const created_at = `2025-03-0${day}T00:00:00Z`;
  return { id, createdAt: parseInstant(created_at), raw: { created_at, status } };
}

const all = [item("a", 1), item("b", 2), item("c", 3)];
const look = (items: readonly Item[], total = items.length) => ({
  items,
  total,
  whole: true,
  asOf: parseInstant("2025-03-04T12:00:00Z"),
});

const driftOf = (looks: readonly Moment[]) => driftBy(looks, ({ raw }) => JSON.stringify(raw));

describe("driftOf", () => {
  it("is shown by what was created, changed or removed", () => {
    expect(driftOf([look(all), look([...all, item("d", 4)])])).toBe("1 item created: d");
    expect(driftOf([look(all), look([item("a", 1, "cancelled"), ...all.slice(1)])])).toBe(
      "1 item changed: a",
    );
    expect(driftOf([look(all), look(all.slice(0, 2))])).toBe("1 item gone: c");
  });

  it("is not shown by items that are missing while the total says that they are there", () => {
    expect(driftOf([look(all), look(all.slice(0, 2), 3), look(all)])).toBeNull();
    expect(driftOf([look(all), look(all.slice(1), 3)])).toBeNull();
  });

  it("is not shown by an item that was there all the time, as its date tells, and was not seen at first", () => {
    expect(
      driftOf([
        look(
          [all[0], all[2]].filter((one) => one !== undefined),
          3,
        ),
        look(all),
      ]),
    ).toBeNull();
  });

  it("is not shown by the newest item, created long ago, that was not seen at first", () => {
    expect(driftOf([look(all.slice(0, 2), 3), look(all)])).toBeNull();
  });

  it("is not shown by an item of one bulk load, some hours old, that was not seen at first", () => {
    const bulk = [item("a", 4), item("b", 4), item("c", 4)];
    expect(driftOf([look(bulk.slice(0, 2), 3), look(bulk)])).toBeNull();
    expect(
      driftOf([{ ...look(bulk.slice(0, 2), 3), asOf: parseInstant("2025-03-04T00:00:09Z") }, look(bulk)]),
    ).toBe("1 item created: c");
  });

  it("is shown by items created long ago that appear while the total rises, as imported ones do", () => {
    expect(driftOf([look([item("b", 2)]), look(all)])).toBe("2 items created: a, c");
  });

  it("cannot be excluded for a list that is known in part", () => {
    expect(driftOf([look(all), { ...look(all.slice(0, 2), 3), whole: false }])).not.toBeNull();
  });
});

describe("vanishedFrom", () => {
  it("names what any earlier look showed and the last one lacks", () => {
    expect(vanishedFrom([look(all), look(all.slice(1)), look(all.slice(0, 1))])).toEqual(["b", "c"]);
    expect(vanishedFrom([look(all.slice(1)), look(all)])).toEqual([]);
  });

  it("names nothing of a list that is known in part", () => {
    expect(vanishedFrom([look(all), { ...look(all.slice(1)), whole: false }])).toEqual([]);
  });
});

const textOf = lastingTextOf(labels);
const text = (raw: Readonly<Record<string, unknown>>) => textOf({ id: "se-1", createdAt: null, raw });

describe("lastingTextOf", () => {
  it("ignores members that the contract does not name, and signatures of links", () => {
    const pdf = "https://files.test/downloads/1.pdf";
    expect(text({ label_id: "se-1", label_download: { pdf: `${pdf}?signature=1` }, x_served_at: 1 })).toBe(
      text({ x_served_at: 2, label_download: { pdf: `${pdf}?signature=2` }, label_id: "se-1" }),
    );
  });

  it("shows any other change", () => {
    expect(text({ status: "completed" })).not.toBe(text({ status: "voided" }));
    expect(text({ label_download: { pdf: "https://files.test/1.pdf" } })).not.toBe(
      text({ label_download: { pdf: "https://files.test/2.pdf" } }),
    );
  });
});
