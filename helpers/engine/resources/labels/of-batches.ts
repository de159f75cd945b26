import { labels } from "../../../contract/lists.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { lostWithout } from "../../lists/laws/without-filter.js";
import { judgeList } from "../../lists/reading/judge-list.js";
import { WHICH_ITEMS } from "../../lists/reading/list-watch.js";
import { listedStates } from "../batches/lists.js";

/**
 * Judges that the unfiltered list holds the labels of batches that none of its labels names, archived ones first: a
 * service may have put those away with their batch.
 */
export async function judgeOfBatches(t: Check): Promise<void> {
  const states = [...((await t.tryGiven(listedStates)) ?? [])];
  const ids = [
    ...states.filter(([, state]) => state === "archived"),
    ...states.filter(([, state]) => state !== "archived"),
  ].map(([id]) => id);
  const findings = await judgeList(t, labels, WHICH_ITEMS, async (reading) => {
    const named = new Set(reading.items.map(({ raw }) => raw.batch_id));
    const unnamed = ids.filter((id) => !named.has(id)).slice(0, t.budget("lists.batches"));
    for (const batch_id of unnamed) {
      const page = await ifReadable(reading.ask(t, { batch_id }));
      if (page?.kind !== "page") continue;
      const ofBatch = page.items.filter(({ raw }) => raw.batch_id === batch_id);
      const lost = lostWithout(t, reading, [page.exchange], ofBatch, `batch_id=${batch_id}`) ?? [];
      if (lost.length > 0) return lost;
    }
    return [];
  });
  t.find(findings);
}
