import { afterAll, beforeAll, expect, it } from "vitest";
import { labels } from "../../../contract/lists.js";
import { createReferenceService } from "../../../reference/service.js";
import { Journal } from "../../../target/recordings/journal.js";
import { defaultSettings } from "../../../target/settings/settings.js";
import { Check } from "../../check/check.js";
import { Session } from "../../check/session.js";
import { judgeList } from "./judge-list.js";
import { WHICH_ITEMS } from "./list-watch.js";

const service = createReferenceService({ seed: 1 });
let url = "";
beforeAll(async () => {
  url = await service.listen();
});
afterAll(() => service.close());

/** What is found in the end where only the first reading found something. */
async function foundOnce(meanwhile: (t: Check, id: string) => Promise<unknown>): Promise<number> {
  const settings = { ...defaultSettings(url), apiKey: service.apiKey };
  const t = new Check(new Session(settings, { journal: new Journal(null) }), "labels.total", "reads");
  let readings = 0;
  const found = await judgeList(t, labels, WHICH_ITEMS, async ({ items }) => {
    readings += 1;
    if (readings > 1) return [];
    const voidable = items.find(({ raw }) => raw.status === "completed");
    await meanwhile(t, voidable?.id ?? "none is voidable");
    return [{ rule: t.rule, request: "", operation: null, exchanges: [0], documented: "", received: "" }];
  });
  return found.length;
}

it("holds nothing against a list that the run itself changed under the first reading", async () => {
  expect(await foundOnce(async () => {})).toBe(1);
  expect(
    await foundOnce((t, id) => t.ask({ operation: "v2VoidLabel", path: { label_id: id }, body: {} })),
  ).toBe(0);
});
