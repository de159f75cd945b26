import type { Answered } from "../../../wire/exchange.js";
import { parseInstant, SECOND, shifted } from "../../../wire/instant.js";
import { ifReadable } from "../../../wire/outcome.js";
import { objectOf } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { awaitEffect } from "../eventually.js";
import { completion } from "./completion.js";
import { newest, showsId } from "./reports.js";

/** How long before the creation of a report the window begins that must show it. */
const MARGIN = SECOND;

/** Judges that a report which the plain list shows since the completion is found from just before its creation, too. */
export async function judgeFoundSince(t: Check): Promise<void> {
  if (!t.mayWrite("own")) return;
  const done = await ifReadable(t.given(completion));
  const shown = done?.former?.whole ? await t.given(newest) : null;
  if (done === null || shown === null) return;
  const known = new Set(done.former?.oldest.map(({ id }) => id));
  const [fresh] = [...shown.created].filter(([id]) => !known.has(id));
  const created = parseInstant(fresh?.[1]);
  if (fresh === undefined || created === null) return;
  const [id] = fresh;
  const query = { created_at_start: shifted(created, -MARGIN).text };
  const lacksIt = (list: Answered) => !showsId(list, id) && isWhole(list);
  const ask = () => t.askOk({ operation: "v1ListAdjustmentReports", query });
  const list = await ifReadable(awaitEffect(t, ask, (seen) => !lacksIt(seen)));
  if (list === null || !(showsId(list, id) || lacksIt(list))) return;
  t.saw("reports completed on demand");
  if (showsId(list, id)) return;
  const documented = `report ${id}, which the list shows as created at ${created.text}, under created_at_start=${query.created_at_start}`;
  t.breach([list, shown.exchange], documented, "it is not listed there");
}

/** Whether a page holds all that its list counts. */
function isWhole({ answer }: Answered): boolean {
  const page = objectOf(answer);
  return Array.isArray(page?.reports) && page.total === page.reports.length;
}
