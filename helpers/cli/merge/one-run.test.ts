import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultSettings } from "../../target/settings/settings.js";
import { UsageError } from "../mistakes/errors.js";
import { type Found, oneRun } from "./one-run.js";

const { url, generations, edition, requestIdHeader, serviceName, effort, seed, writes, ...rest } =
  defaultSettings("https://staging.example.test");
const { fixturesAll, fixtures, reportTrigger, only, skip, strict, complete, replayPath } = rest;
const told = { url, generations, edition, requestIdHeader, serviceName, effort, seed, writes };
const alike = {
  ...told,
  fixturesAll,
  fixtures,
  reportTrigger,
  only,
  skip,
  strict,
  complete,
  waivers: [],
  replayPath,
  bodies: "0",
  sellerId: null,
  headers: [],
};

function shard(index: number, count: number, more: Partial<Found["file"]["alike"]> = {}): Found {
  return { folder: `s${index}`, file: { shard: { index, count }, alike: { ...alike, ...more } } };
}

describe("the shards of one run", () => {
  it("are put in order, and known to be whole or a part, whatever order they come in", () => {
    const some = fc.integer({ min: 1, max: 8 }).chain((count) =>
      fc
        .shuffledSubarray(
          Array.from({ length: count }, (_, at) => at + 1),
          { minLength: 1 },
        )
        .map((indices) => ({ indices, count })),
    );
    fc.assert(
      fc.property(some, ({ indices, count }) => {
        const found = indices.map((index) => shard(index, count));
        const parts = indices.toSorted((one, other) => one - other);
        const { shards, part } = oneRun(found, true);
        expect(shards.map(({ file }) => file.shard.index)).toEqual(parts);
        expect(part).toEqual(indices.length === count ? null : { parts, of: count });
        if (part === null) expect(oneRun(found, false)).toEqual(oneRun(found, true));
        else expect(() => oneRun(found, false)).toThrow(UsageError);
      }),
    );
  });

  it.each<[string, readonly Found[], RegExp]>([
    ["none", [], /name the folders/],
    ["one is missing", [shard(1, 3), shard(3, 3)], /^shard 2 of 3 missing/],
    ["two are missing", [shard(2, 3)], /^shards 1, 3 of 3 missing/],
    ["one comes twice", [shard(1, 2), shard(2, 2), shard(2, 2)], /s2 and s2 are both shard 2 of 2/],
    ["they were counted apart", [shard(1, 2), shard(2, 3)], /s2 is one of 3 shards, s1 one of 2/],
    ["they judged two targets", [shard(1, 2), shard(2, 2, { url: "http://b.test" })], /with url "http:\/\/b/],
    ["they had two seeds", [shard(1, 2), shard(2, 2, { seed: 7 })], /s2 was run with seed 7, s1 with 1/],
    ["they had two efforts", [shard(1, 2), shard(2, 2, { effort: "quick" })], /with effort "quick"/],
    ["they had two sets of fixtures", [shard(1, 2), shard(2, 2, { fixtures: { store: ["1"] } })], /fixtures/],
    [
      "they had two sets of bodies",
      [shard(1, 2), shard(2, 2, { bodies: "1" })],
      /s2 was given another value of bodies than s1/,
    ],
    [
      "they spoke of two sellers",
      [shard(1, 2), shard(2, 2, { sellerId: "a" })],
      /another value of sellerId than s1/,
    ],
    ["they sent other headers", [shard(1, 2), shard(2, 2, { headers: ["x-a"] })], /with headers \["x-a"\]/],
    ["one replayed something", [shard(1, 2), shard(2, 2, { replayPath: "1:0" })], /with replayPath "1:0"/],
  ])("are refused in one line: %s", (_, found, words) => {
    expect(() => oneRun(found, false)).toThrow(words);
    expect(() => oneRun(found, false)).toThrow(UsageError);
  });
});
