import type { Answered } from "../../../wire/exchange.js";
import { hiddenOrSecond, parseInstant, shifted } from "../../../wire/instant.js";
import { objectOf } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { polling } from "../eventually.js";
import { completion } from "./completion.js";
import { newest, showsId } from "./reports.js";

/** A page size that shows all reports at once where they are few. */
const MANY = 100;

/** Ways to ask for a new report, each the matter of a rule of its own. */
type Way = "created_at_start" | "created_at_end" | "page_size";

type Query = Readonly<Record<string, string | number>>;

/** What a query for the report showed. */
interface Listed {
  readonly query: Query;
  readonly list: Answered;
}

/** A report completed on demand that the plain list shows. */
interface Fresh {
  readonly id: string;
  readonly created: string;
  readonly shown: Answered;
  /** The list that lacks it: by one way alone, or by all at once; null if none does. */
  readonly lacking: Listed | null;
}

/**
 * Asks for a report that is new since the completion by all ways at once, and by each alone if that list lacks it. Once
 * a run; null without a report, and where the list does not tell.
 */
const fresh = given(async (t): Promise<Fresh | null> => {
  if (!t.mayWrite("own")) return null;
  const done = await t.tryGiven(completion);
  const shown = done?.former?.whole ? await t.given(newest) : null;
  if (done === null || shown === null) return null;
  const known = new Set(done.former?.oldest.map((item) => item.id));
  const [[id, at] = []] = [...shown.created].filter(([each]) => !known.has(each));
  const created = parseInstant(at);
  if (id === undefined || created === null) return null;
  // A report may have been created later than its time is printed.
  const margin = hiddenOrSecond(created);
  const ways: Readonly<Record<Way, Query>> = {
    created_at_start: { created_at_start: shifted(created, -margin).text },
    page_size: { page_size: MANY, sort_dir: "desc" },
    created_at_end: { created_at_end: shifted(created, margin).text, page_size: MANY },
  };
  const ask = async (query: Query): Promise<Listed> => {
    const read = () => t.askOk({ operation: "v1ListAdjustmentReports", query });
    return { query, list: await polling(t, read).until((list) => !lacks(list, id)) };
  };
  const fresh = { id, created: created.text, shown: shown.exchange };
  const first = await ask({ ...ways.created_at_end, ...ways.created_at_start });
  if (showsId(first.list, id)) return { ...fresh, lacking: null };
  if (!lacks(first.list, id)) return null;
  // All at once again in the end: what none of them lacks alone may have been late.
  for (const query of [...Object.values(ways), first.query]) {
    const listed = await ask(query);
    if (lacks(listed.list, id)) return { ...fresh, lacking: listed };
  }
  return { ...fresh, lacking: null };
});

/** Judges that a report which the plain list shows since the completion is found in another way too. */
export function judgeFoundBy(way: Way): (t: Check) => Promise<void> {
  return async (t) => {
    const made = await t.tryGiven(fresh);
    if (made === null) return;
    t.saw("reports completed on demand");
    const { id, created, shown, lacking } = made;
    if (lacking === null || !isBy(way, lacking.query)) return;
    const asked = Object.entries(lacking.query).map(([name, value]) => `${name}=${value}`);
    const documented = `report ${id}, which the list shows as created at ${created}, under ${asked.join("&")}`;
    t.breach([lacking.list, shown], documented, "it is not listed there");
  };
}

/** Whether a query is the matter of a way: that of the first bound that it sets, or of the page size alone. */
function isBy(way: Way, query: Query): boolean {
  const bound = (["created_at_start", "created_at_end"] as const).find((name) => name in query);
  return way === (bound ?? "page_size");
}

/** Whether a page that holds all that its list counts lacks a report. */
function lacks(list: Answered, id: string): boolean {
  const page = objectOf(list.answer);
  const isWhole = Array.isArray(page?.reports) && page.total === page.reports.length;
  return isWhole && !showsId(list, id);
}
