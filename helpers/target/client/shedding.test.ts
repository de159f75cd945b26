import { expect, it } from "vitest";
import { Shedding } from "./shedding.js";

it("takes the third 503 of twenty attempts for the target's load", () => {
  const shedding = new Shedding();
  const noted = [true, true, false, true, false].map((isUnavailable) => shedding.note(isUnavailable));
  expect(noted).toEqual([false, false, false, true, false]);
});

it("takes one in ten for something else", () => {
  const shedding = new Shedding();
  const noted = Array.from({ length: 200 }, (_, at) => shedding.note(at % 10 === 0));
  expect(noted).not.toContain(true);
});
