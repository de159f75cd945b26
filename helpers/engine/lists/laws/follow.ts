import type { LinkName, ListDeclaration } from "../../../contract/lists.js";
import { toldBy } from "../../../oracles/answers/refusal.js";
import { dueTarget } from "../../../oracles/lists/links.js";
import { samePage } from "../../../oracles/lists/same-page.js";
import { decodePage, MALFORMED, type Page } from "../../../wire/decode.js";
import type { Findings } from "../../../wire/exchange.js";
import { ifMoved } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { judgeSteady, type Watch, watchText } from "../../check/steady.js";
import { type ListQuery, queryOf } from "../asking/pages.js";
import { lastingTextOf } from "../reading/drift.js";
import { type Judge, judgeList } from "../reading/judge-list.js";
import { ListWatch, type Matters } from "../reading/list-watch.js";
import { Reading } from "../reading/reading.js";
import { known } from "../reading/readings.js";

// What links lead to. Where the list as a whole never holds still, a link is judged between looks at its own pages alone.

/** Disturbed readings of the pages that a link connects before the check gives up. */
const DISTURBED = 3;

/**
 * Judges links of a list. Where the list as a whole never holds still, the links are looked at once more, and each is
 * judged between two looks at the pages that it connects.
 */
export async function judgeLinked(
  t: Check,
  list: ListDeclaration,
  matters: Matters,
  judge: Judge,
): Promise<Findings> {
  return ifMoved(judgeList(t, list, matters, judge), async () => {
    const reading = await new ListWatch(t, list, matters).first(known);
    return judge(reading.moving());
  });
}

/** What a link leads to. */
export interface Followed {
  /** Null where it is no page. */
  readonly led: Page | null;
  /** How it differs from the page that it should name. */
  readonly other: Findings;
}

/**
 * Compares what a link leads to with the page that it should name, asked for by number; null where none is due. Where
 * other clients keep changing the list, a difference must come back while both pages stay as they are.
 */
export async function follow(
  t: Check,
  reading: Reading,
  page: Page,
  link: LinkName,
  href: string,
): Promise<Followed | null> {
  const due = dueQuery(page, link);
  if (due === null) return null;
  const followed = await compare(t, reading, { page, link, href, due });
  if (followed.other.length === 0 || !reading.moves) return followed;
  return { ...followed, other: await followedAgain(t, reading, { page, link, found: followed.other }) };
}

/** What asks for the page that a link should name; null where none is due. */
function dueQuery(page: Page, link: LinkName): ListQuery | null {
  const due = dueTarget(page, link);
  return due === null || due === "none" ? null : { ...queryOf(page), page: due };
}

/** Follows a link again, between looks at its own page and at the one that it should name. */
function followedAgain(
  t: Check,
  reading: Reading,
  { page, link, found }: { readonly page: Page; readonly link: LinkName; readonly found: Findings },
): Promise<Findings> {
  const { list } = reading;
  const textOf = lastingTextOf(list);
  const again = async () => {
    const fresh = new Reading(list, reading);
    const own = await fresh.page(t, queryOf(page));
    const [href, due] = [own.links[link], dueQuery(own, link)];
    if (href === null || href === MALFORMED || due === null) return [];
    return (await compare(t, fresh, { page: own, link, href, due })).other;
  };
  const look = async () => {
    const fresh = new Reading(list, reading);
    const own = await fresh.page(t, queryOf(page));
    const named = await fresh.page(t, dueQuery(own, link) ?? queryOf(own));
    return JSON.stringify([own, named].map(({ items }) => items.map(textOf)));
  };
  const watch: Watch<string> = {
    ...watchText(look, DISTURBED, t.session),
    drift: async () => "its pages differed each time",
    mayMiss: false,
    othersWrite: async () => true,
  };
  return judgeSteady(async (seen) => (seen === null ? found : again()), watch, t.session);
}

async function compare(
  t: Check,
  reading: Reading,
  {
    page,
    link,
    href,
    due,
  }: { readonly page: Page; readonly link: LinkName; readonly href: string; readonly due: ListQuery },
): Promise<Followed> {
  const base = page.exchange.request.url;
  const [followed, numbered] = await Promise.all([
    t.ask({ href, base, samePath: true }),
    reading.page(t, due),
  ]);
  const led = decodePage(followed, reading.list.name);
  if (led.kind !== "page") {
    const received = followed.answer.status === 200 ? `status 200, ${led.why}` : toldBy(followed.answer);
    const other = [
      t.finding([followed, page.exchange], `the ${link} link leads to page ${due.page}`, received),
    ];
    return { led: null, other };
  }
  const other = samePage({
    rule: t.rule,
    exchanges: [followed, page.exchange, numbered.exchange],
    documented: `the ${link} link leads to the items of page ${due.page}`,
    expected: numbered.items,
    actual: led.items,
  });
  return { led, other };
}
