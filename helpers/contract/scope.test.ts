import { describe, expect, it } from "vitest";
import { generationsIn } from "./scope.js";

describe("the generations of an edition", () => {
  const both = ["v1", "v2"] as const;

  it("are all that are chosen, from the first month of each", () => {
    expect(generationsIn({ generations: both, edition: null })).toEqual(both);
    expect(generationsIn({ generations: both, edition: "2024-10" })).toEqual(both);
  });

  it("leave out one that is younger", () => {
    expect(generationsIn({ generations: both, edition: "2024-09" })).toEqual(["v1"]);
    expect(generationsIn({ generations: ["v2"], edition: "2024-09" })).toEqual([]);
  });
});
