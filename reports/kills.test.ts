import { describe, expect, it } from "vitest";
import { type Kill, killMatrixOf } from "./kills.js";
import { killsPage } from "./kills-page.js";
import { killsText } from "./kills-text.js";

function kill(fault: string, more: Partial<Kill> = {}): Kill {
  return {
    fault,
    rule: "r.a",
    level: "must",
    sentence: "Something is wrong.",
    blame: null,
    killed: true,
    violated: ["r.a"],
    warned: [],
    verdict: "violates",
    requests: 800,
    smallest: "page=1",
    defects: [],
    ...more,
  };
}

const matrix = killMatrixOf(
  [
    kill("found"),
    kill("by-three", { violated: ["r.a", "r.b", "r.c"] }),
    kill("by-nature", { violated: ["r.a", "r.b", "r.c"], blame: "It takes a generation away." }),
    kill("missed", { killed: false, violated: ["r.b"], verdict: "conforms" }),
    kill("doubtful", { level: "should", killed: false, violated: [], verdict: "inconclusive" }),
  ],
  { effort: "standard", seconds: 12, killedAt: { quick: 2 } },
);

describe("the kill matrix", () => {
  it("counts what is found, by effort too", () => {
    expect(matrix).toMatchObject({ faults: 5, killed: 3, killedAt: { quick: 2, standard: 3 } });
  });

  it("averages the blame over faults of must rules alone", () => {
    expect(matrix.blame).toBe(2);
  });

  it("names survivors by level, and wide blame that no reason is stated for", () => {
    expect(matrix.survivors).toEqual({ must: ["missed"], should: ["doubtful"] });
    expect(matrix.wide).toEqual(["by-three"]);
  });

  it("is shown on a terminal with totals, survivors and wide blame", () => {
    expect(killsText(matrix, "out")).toMatchInlineSnapshot(`
      "3 of 5 faults found through their own rule at standard, in 12 s
      By effort: quick 2, standard 3
      2 rules violated per fault of a must rule, on average

      Survived, of must rules
        missed
          r.a is conforms

      Survived, of should rules
        doubtful
          r.a is inconclusive

      Blamed on more than two rules
        by-three
          r.a, r.b, r.c

      Matrix  out/kills.html
      "
    `);
  });

  it("is a page that names every fault and the reason of a wide blame", () => {
    const page = killsPage(matrix);
    for (const { fault } of matrix.kills) expect(page).toContain(fault);
    expect(page).toContain("It takes a generation away.");
    expect(page).toContain("quick 2, standard 3");
  });
});
