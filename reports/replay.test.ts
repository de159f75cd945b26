import { expect, it } from "vitest";
import { replayWords } from "./replay.js";
import { aFinding, events } from "./testing/sample.js";

const { run, target } = events([]);

it("repeats the counterexample by seed and path", () => {
  const finding = aFinding("labels.slice.desc", { replay: { seed: 7, path: "3:0:1" } });
  expect(replayWords(finding, run, target).join(" ")).toBe(
    "plimsoll run https://staging.example.test --only labels.slice.desc --seed 7 --path 3:0:1",
  );
});

it("falls back on the run's seed, names another effort, and needs no address for the embedded service", () => {
  const words = replayWords(aFinding("a.b"), { ...run, effort: "quick" }, { ...target, embedded: true });
  expect(words.join(" ")).toBe("plimsoll run --only a.b --seed 1871 --effort quick");
});

it("quotes what a shell would read", () => {
  const odd = { ...target, url: "https://host.test/a'b;rm" };
  expect(replayWords(aFinding("a.b"), run, odd)).toContain("'https://host.test/a'\\''b;rm'");
});
