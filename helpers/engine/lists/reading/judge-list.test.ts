import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { labels } from "../../../contract/lists.js";
import { createReferenceService } from "../../../reference/service.js";
import { Journal } from "../../../target/recordings/journal.js";
import { defaultSettings } from "../../../target/settings/settings.js";
import type { Finding, Findings } from "../../../wire/exchange.js";
import { Inconclusive, Moved } from "../../../wire/outcome.js";
import { Check } from "../../check/check.js";
import { Session } from "../../check/session.js";
import { judgeEach, listJudge } from "./judge-list.js";
import { ListWatch, WHICH_ITEMS } from "./list-watch.js";

const service = createReferenceService({ seed: 1 });
let url = "";
beforeAll(async () => {
  url = await service.listen();
});
afterAll(() => service.close());
afterEach(() => void vi.restoreAllMocks());

function begin(): Check {
  const settings = { ...defaultSettings(url), apiKey: service.apiKey };
  const session = new Session(settings, { journal: new Journal(null) });
  vi.spyOn(session, "pause").mockResolvedValue();
  return new Check(session, "paging.links.keep-filters", "follows links");
}

type Judged = Findings | Inconclusive;
const moved = new Moved("the data changed during every reading");
const breach: Finding = {
  rule: "paging.links.keep-filters",
  request: "GET /v1/labels",
  operation: null,
  documented: "",
  received: "",
  exchanges: [0],
};
const tooFew = new Inconclusive("needs two labels");

/** How a check of several lists ends, of which each is judged so, the last time for ever. */
async function outcomeOf(...lists: readonly (readonly Judged[])[]) {
  const t = begin();
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
  expect(await outcomeOf([moved], [[breach]])).toMatchObject({ findings: [breach] });
});

/** How many breaches a smaller value has that breaks the rule on the first reading alone, once a breach is confirmed. */
async function smallerOnes(): Promise<number> {
  const t = begin();
  const judge = listJudge(t, labels, WHICH_ITEMS);
  await judge(async () => [breach]);
  const readings = [[breach]];
  return (await judge(async () => readings.pop() ?? [])).length;
}

it("judges smaller values by what is known, unless others may have changed that", async () => {
  expect(await smallerOnes()).toBe(1);
  vi.spyOn(ListWatch.prototype, "othersWrite").mockResolvedValue(true);
  expect(await smallerOnes()).toBe(0);
});
