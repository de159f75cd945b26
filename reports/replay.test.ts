import { expect, it } from "vitest";
import { complianceOf } from "./compliance.js";
import { againWords, replayWords } from "./replay.js";
import { aFinding, aRule, events } from "./testing/sample.js";

const { run, target } = events([]);

it("repeats the counterexample by seed and path", () => {
  const finding = aFinding("labels.slice.desc", { replay: { seed: 7, path: "3:0:1" } });
  expect(replayWords(finding, run, target).join(" ")).toBe(
    "npx plimsoll run https://staging.example.test --only labels.slice.desc --seed 7 --path 3:0:1 --effort standard --writes none --out plimsoll-replay",
  );
});

it("names the rule too whose check sent what shows the finding", () => {
  const finding = { ...aFinding("paging.links.next"), sender: "labels.total" };
  expect(replayWords(finding, run, target)).toContain("labels.total");
  const found = { ...finding, count: 1 };
  const result = complianceOf(events([aRule("paging.links.next")]));
  const rules = result.rules.map((rule) => ({ ...rule, findings: [found] }));
  expect(againWords(["paging.links.next"], { ...result, rules }).join(" ")).toContain(
    "--only paging.links.next --only labels.total --seed",
  );
});

it("leaves the other rule out where a counterexample says how to find it again", () => {
  const finding = { ...aFinding("a.b", { replay: { seed: 7, path: "0" } }), sender: "labels.total" };
  expect(replayWords(finding, run, target)).not.toContain("labels.total");
});

it("falls back on the run's seed, and needs no address for the embedded service", () => {
  const words = replayWords(
    aFinding("a.b"),
    { ...run, effort: "quick", writes: "fixtures" },
    { ...target, embedded: true },
  );
  expect(words.join(" ")).toBe(
    "npx plimsoll run --only a.b --seed 1871 --effort quick --writes fixtures --out plimsoll-replay",
  );
});

it("names what the run was told, whatever the default: effort, writes, a generation, an edition, strict", () => {
  const told = { ...run, writes: "own", generations: ["v2"], edition: "2026-09", strict: true } as const;
  expect(replayWords(aFinding("a.b"), told, target).join(" ")).toBe(
    "npx plimsoll run https://staging.example.test --only a.b --seed 1871 --effort standard --writes own --generation v2 --edition 2026-09 --strict --out plimsoll-replay",
  );
});

it("invents neither seed nor writes for the traffic of somebody else", () => {
  const words = replayWords(aFinding("a.b"), { ...run, writes: "own", traffic: true }, target);
  expect(words.join(" ")).toBe(
    "npx plimsoll run https://staging.example.test --only a.b --out plimsoll-replay",
  );
});

it("carries what the run was told beside that", () => {
  const told = { ...run, options: ["--report-trigger", "/x", "--header", "X-Tenant: VALUE"] };
  expect(replayWords(aFinding("a.b"), told, target).join(" ")).toContain(
    "--seed 1871 --effort standard --writes none --report-trigger /x --header 'X-Tenant: VALUE' --out plimsoll-replay",
  );
});

it("quotes what a shell would read", () => {
  const odd = { ...target, url: "https://host.test/a'b;rm" };
  expect(replayWords(aFinding("a.b"), run, odd)).toContain("'https://host.test/a'\\''b;rm'");
});
