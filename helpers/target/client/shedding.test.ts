import { expect, it } from "vitest";
import { Shedding } from "./shedding.js";

const ended = (isUnavailable: boolean, operation = "v1ListLabels") => ({ operation, isUnavailable });

it("takes the third 503 of twenty attempts for the target's load", () => {
  const shedding = new Shedding();
  const noted = [true, true, false, true, false].map((each) => shedding.note(ended(each)));
  expect(noted).toEqual([false, false, false, true, false]);
});

it("takes one in ten for something else", () => {
  const shedding = new Shedding();
  const noted = Array.from({ length: 200 }, (_, at) => shedding.note(ended(at % 10 === 0)));
  expect(noted).not.toContain(true);
});

it("takes an operation that alone is not answered for out of order", () => {
  const shedding = new Shedding();
  const alone = Array.from({ length: 20 }, (_, at) =>
    shedding.note(ended(at % 2 === 1, at % 2 === 1 ? "v2ListTags" : "v1ListLabels")),
  );
  expect(alone).not.toContain(true);
  expect(shedding.note(ended(true))).toBe(true);
});
