import type { Page } from "../../../wire/decode.js";
import type { Findings } from "../../../wire/exchange.js";
import { type Pace, Unsettled } from "../../check/steady.js";
import { Reading } from "./reading.js";

/** Milliseconds to wait before each walk that is made again; after all of them replicas and caches have caught up. */
const PAUSES = [0, 300, 900, 900] as const;

/**
 * What the pages of a walk show together. If they say different totals, the list may have changed between them, so they
 * are asked for again. A target that says the same totals each time counts like that itself, and is judged.
 * @param pagesOf the pages, asked for through any reading
 * @throws Unsettled if the totals differ each time, in several ways
 */
export async function judgeTogether(
  pace: Pick<Pace, "pause">,
  reading: Reading,
  pagesOf: (reading: Reading) => Promise<readonly Page[]>,
  judge: (pages: readonly Page[]) => Findings,
): Promise<Findings> {
  const said = new Set<string>();
  let within = reading;
  for (const pause of [...PAUSES, null]) {
    const pages = await pagesOf(within);
    const found = judge(pages);
    const totals = pages.map(({ total }) => total);
    said.add(String(totals));
    if (found.length === 0 || new Set(totals).size < 2) return found;
    if (pause === null && said.size === 1) return found;
    if (pause !== null) await pace.pause(pause);
    within = new Reading(reading.list, reading);
  }
  throw new Unsettled(
    `the pages of one walk over some ${reading.list.name} said different totals, others each time; run again while fewer clients write to the target`,
  );
}
