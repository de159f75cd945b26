import { expect, it, vi } from "vitest";
import { Journal } from "../../../target/recordings/journal.js";
import { defaultSettings } from "../../../target/settings/settings.js";
import type { Findings } from "../../../wire/exchange.js";
import { Inconclusive, Moved } from "../../../wire/outcome.js";
import { Check } from "../../check/check.js";
import { Session } from "../../check/session.js";
import { judgeEach } from "./judge-list.js";

type Judged = Findings | Inconclusive;
const moved = new Moved("the data changed during every reading");
const tooFew = new Inconclusive("needs two labels");

/** How a check of several lists ends, of which each is judged so, the last time for ever. */
async function outcomeOf(...lists: readonly (readonly Judged[])[]) {
  const session = new Session(defaultSettings("http://localhost"), { journal: new Journal(null) });
  vi.spyOn(session, "pause").mockResolvedValue();
  const t = new Check(session, "paging.links.keep-filters", "follows links");
  const body = () =>
    judgeEach(
      t,
      lists.map((judged) => [...judged]),
      async (judged) => {
        const next = judged.length > 1 ? judged.shift() : judged[0];
        if (next instanceof Inconclusive) throw next;
        return next ?? [];
      },
    );
  return t.run(body, async () => null);
}

it("leaves the verdict to the other lists where one holds too little", async () => {
  expect(await outcomeOf([tooFew], [[]])).toMatchObject({ outcome: "judged" });
});

it("does not leave it to them where one moved", async () => {
  expect(await outcomeOf([moved], [[]])).toMatchObject({ outcome: "inconclusive", reason: moved.message });
});

it("judges once more what moved", async () => {
  expect(await outcomeOf([moved, []], [[]])).toMatchObject({ outcome: "judged" });
});

it("keeps what it found in another list", async () => {
  const breach = {
    rule: "paging.links.keep-filters",
    request: "GET /v1/labels",
    operation: null,
    documented: "",
    received: "",
    exchanges: [],
  };
  expect(await outcomeOf([moved], [[breach]])).toMatchObject({ findings: [breach] });
});
