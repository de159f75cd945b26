import { describe, expect, it } from "vitest";
import { parseInstant } from "../../../wire/instant.js";
import { standingAlone } from "./alone.js";

/** Items at these times of one minute, in seconds, named after their places. */
const at = (...seconds: readonly string[]) =>
  seconds.flatMap((second, place) => {
    const time = parseInstant(`2025-01-01T10:00:${second}Z`);
    return time === null ? [] : [{ id: `se-${place}`, at: time }];
  });
const ids = (...args: Parameters<typeof standingAlone>) => standingAlone(...args).map(({ id }) => id);

describe("standingAlone", () => {
  it("takes the fourth from the end where few items are due, then others from that end", () => {
    const items = at("01", "04", "07", "10", "13", "16");
    expect(ids(items, "start", 1, 9)).toEqual(["se-2"]);
    expect(ids(items, "end", 1, 9)).toEqual(["se-3"]);
    expect(ids(items, "end", 9, 9)).toHaveLength(6);
  });

  it("takes one in each printed form", () => {
    const items = at("01.250", "04", "07", "10", "13", "16");
    expect(ids(items, "start", 3, 9)).toContain("se-0");
  });

  it("leaves out items within a second of others, and takes one from a tie", () => {
    expect(ids(at("01", "02", "05", "09", "09"), "start", 9, 9)).toEqual(["se-2", "se-3"]);
    expect(ids(at("01", "02", "05", "09", "09"), "start", 9, 1)).toEqual(["se-2"]);
  });

  it("takes neighbours that fit on a page if no item stands alone", () => {
    expect(ids(at("01", "02", "03"), "start", 1, 3)).toEqual(["se-0"]);
    expect(ids(at("01", "02", "03"), "start", 1, 2)).toEqual([]);
  });
});
