import { modifiedBefore, STATUS } from "../../../oracles/records/shipments-beside.js";
import type { Answered } from "../../../wire/exchange.js";
import {
  compareInstants,
  hiddenOrSecond,
  type Instant,
  parseInstant,
  shifted,
} from "../../../wire/instant.js";
import { renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { type OnPage, readListed, readOnPage } from "../listed-under.js";
import { cancelling } from "./cancelling.js";
import { LIST, LONGEST_PAGE, readStill } from "./reading.js";

// The shipment that the run cancelled, in the v1 list by its new time of modification.

/** A shipment whose time of modification moved, and a page that it belongs on. */
interface Changed {
  readonly id: string;
  readonly modified: Instant;
  /** The read by id that showed the new time. */
  readonly byId: Answered;
  /** A window that starts after its former time, so that it belongs there only by the new one. */
  readonly since: { readonly modified_at_start: string };
  /** The newest of that window by modified_at, at most as many as others are due; null if it cannot be read. */
  readonly newest: OnPage | null;
}

/** The cancelled shipment, where v1 shows by its id that its time of modification moved; otherwise null. Once a run. */
const changed = given(async (t): Promise<Changed | null> => {
  const done = await t.tryGiven(cancelling);
  const listed = await ifReadable(t.census.list("shipments"));
  if (done === null || listed === null) return null;
  const { id, shown } = done;
  const former = parseInstant(listed.oldest.find((item) => item.id === id)?.raw.modified_at);
  const isInV1 = shown.exchange.operation === "v1GetShipment";
  const modified = isInV1 ? parseInstant(shown.record?.modified_at) : null;
  if (former === null || modified === null) return null;
  const start = shifted(former, hiddenOrSecond(former));
  if (compareInstants(modified, shifted(start, hiddenOrSecond(modified))) <= 0) return null;
  const since = { modified_at_start: start.text };
  const later = listed.oldest.filter(({ raw }) => {
    const at = parseInstant(raw.modified_at);
    return at !== null && compareInstants(at, start) > 0;
  });
  const page_size = Math.min(LONGEST_PAGE, Math.max(1, later.length));
  const newestFirst = { sort_by: "modified_at", sort_dir: "desc", page_size };
  const newest = await ifReadable(readOnPage(t, LIST, id, { ...since, ...newestFirst }));
  return { id, modified, byId: shown.exchange, since, newest };
});

/**
 * Judges that a shipment whose modified_at the cancellation moved, by its id in v1, is found in a window that starts
 * after its former time.
 */
export async function judgeModifiedSince(t: Check): Promise<void> {
  const seen = await t.given(changed);
  if (seen === null) return;
  if (seen.newest !== null && seen.newest.record !== null) return t.saw("shipments changed before");
  const { id, modified, byId, since } = seen;
  const listed = await ifReadable(readListed(t, LIST, id, since));
  if (listed === null) return;
  const isListed = listed.record !== null;
  if (!isListed && !(await isStillModified(t, id, modified))) return;
  t.saw("shipments changed before");
  if (isListed) return;
  // A list may show cancelled shipments only where they are asked for; see shipments.default.all.
  const hidden = await ifReadable(readListed(t, LIST, id, { ...since, [STATUS]: "cancelled" }));
  if (hidden === null || hidden.record !== null) return;
  const documented = `shipment ${id}, modified at ${modified.text} by its id, under modified_at_start=${since.modified_at_start}`;
  t.breach([listed.exchange, byId], documented, "it is not listed there");
}

/** Judges that the same shipment has the place of its new time among those sorted by modified_at. */
export async function judgeModifiedPlace(t: Check): Promise<void> {
  const seen = await t.given(changed);
  if (seen === null || seen.newest === null) return;
  const { id, modified, byId, since, newest } = seen;
  if (newest.record !== null) return t.saw("shipments changed before");
  // Other clients may change so many that those fill the page.
  const earlier = modifiedBefore(newest.records, modified);
  if (earlier.length === 0 || !(await isStillModified(t, id, modified))) return;
  // The filter's own check judges whether the window finds it.
  const listed = await ifReadable(readListed(t, LIST, id, since));
  if (listed === null || listed.record === null) return;
  const documented = `shipment ${id}, modified at ${modified.text} by its id, before those modified earlier under sort_by=modified_at and sort_dir=desc`;
  const received = `it is not on page 1, which holds ${renderIds(earlier)}, modified earlier`;
  t.breach([newest.exchange, byId, listed.exchange], documented, received);
}

/** Whether a shipment is still there and shows a time of modification that is no earlier. */
async function isStillModified(t: Check, id: string, since: Instant): Promise<boolean> {
  const now = await ifReadable(readStill(t, id, "modified_at", ["v1GetShipment"]));
  const shown = parseInstant(now?.record?.modified_at);
  return shown !== null && compareInstants(shown, since) >= 0;
}
