import { describe } from "vitest";
import { reports } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { given } from "../../helpers/engine/check/given.js";
import { judgeList } from "../../helpers/engine/lists/reading/judge-list.js";
import type { Reading } from "../../helpers/engine/lists/reading/reading.js";
import { known } from "../../helpers/engine/lists/reading/readings.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { resolveHref } from "../../helpers/oracles/lists/links.js";
import { parseReport, type Report, twins } from "../../helpers/oracles/reports/csv.js";
import { reportNamedBy } from "../../helpers/oracles/reports/event.js";
import type { Item, Page } from "../../helpers/wire/decode.js";
import { eachForm } from "../../helpers/wire/each-form.js";
import type { Answered, Findings } from "../../helpers/wire/exchange.js";
import { plural, renderIds, renderValue } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { hrefIn, type Raw } from "../../helpers/wire/raw.js";
import { segmentsOf } from "../../helpers/wire/segment.js";
import { spread } from "../../helpers/wire/spread.js";

/** A report read by its id. */
interface ById {
  readonly item: Item;
  readonly exchange: Answered;
  /** Null if it is not readable CSV, which another rule judges. */
  readonly report: Report | null;
}

describe("GET /v1/incubator/adjustments/reports/{report_id}", () => {
  rule(
    "report.download.leads-to-report",
    "follows report_download of the first, the last and other reports",
    async (t) => {
      const { pages } = await t.census.list("reports");
      const list = pages[0]?.exchange.request.url ?? t.settings.url;
      // One page is enough, whatever is added to the list meanwhile.
      const ids = new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)));
      const misled = pages.flatMap((page) => page.items.flatMap((item) => misleading(t, item, page, ids)));
      if (misled.length > 0) return t.find(misled.slice(0, 1));
      t.find(
        await judgeList(t, reports, "everything", async (reading) => {
          const isFirst = reading === (await known(t, reports));
          const read = isFirst ? await t.given(firstReports) : await readReports(t, reading);
          const followed = some(read, t.budget("reports.downloads.followed"));
          const judged = await Promise.all(followed.map((report) => judgeDownload(t, report, list)));
          const seen = judged.filter((findings) => findings !== null);
          if (seen.length === 0)
            t.inconclusive(
              "needs a report that can be read by its id, with a report_download that leads to a report",
            );
          t.saw("reports", seen.length);
          return seen.flat().slice(0, 1);
        }),
      );
    },
  );

  rule.fromStandard("report.by-id.own", "compares the rows of reports with different ids", async (t) => {
    const read = (await t.given(firstReports)).filter(({ report }) => report?.rows.length);
    if (read.length < 2) t.inconclusive("needs two reports with rows");
    t.saw("reports", read.length);
    const ids = twins(read)?.map(({ item }) => item.id);
    t.observe(
      ids === undefined
        ? "Each report that was read has rows of its own."
        : `Reports with different ids have the same rows: ${renderIds(ids)}.`,
    );
  });

  rule.fromStandard("report.csv.content-type", "looks at the Content-Type of reports", async (t) => {
    const types = new Set(
      (await t.given(firstReports)).map(({ exchange }) => exchange.answer.headers["content-type"] ?? "none"),
    );
    if (types.size === 0) t.inconclusive("needs one report by id");
    t.saw("types", types.size);
    t.observe(`Reports come as ${[...types].join(", ")}.`);
  });
});

const firstReports = given(async (t) => readReports(t, await known(t, reports)));

async function readReports(t: Check, { items }: Reading): Promise<readonly ById[]> {
  if (items.length === 0)
    t.inconclusive("needs a listed report; the list is empty. Point at an account with some");
  return Promise.all(
    oddFirst(items, t.settings.url, t.budget("reports.downloads")).map(async (item) => {
      const exchange = await t.ask({ operation: "v1GetAdjustmentReport", path: { report_id: item.id } });
      return { item, exchange, report: reportIn(exchange) };
    }),
  );
}

/** Some reports; first one whose download does not name it, if most do. The links of the first ones are followed. */
function oddFirst(items: readonly Item[], base: string, most: number): readonly Item[] {
  const odd = items.filter(({ id, raw }) => {
    const url = downloadUrl(raw, base);
    return url !== null && !segmentsOf(url).includes(id);
  });
  const [first] = 2 * odd.length < items.length ? odd : [];
  if (first === undefined) return printed(items, most);
  const others = items.filter((item) => item !== first);
  return [first, ...printed(others, most - 1)];
}

/** A download whose address names another listed report instead of its own. */
function misleading(t: Check, { id, raw }: Item, page: Page, ids: ReadonlySet<string>): Findings {
  const url = downloadUrl(raw, page.exchange.request.url);
  const named = url === null ? [] : segmentsOf(url);
  const other = named.includes(id) ? undefined : named.find((segment) => ids.has(segment));
  if (other === undefined) return [];
  const received = `${renderValue(url?.href)} names ${other}`;
  return [t.finding(page.exchange, `report_download of ${id} leads to that report`, received)];
}

function downloadUrl({ report_download: link }: Raw, base: string): URL | null {
  const href = hrefIn(link);
  return href === null ? null : resolveHref(href, base);
}

/** Null where there is nothing to compare: no readable report by id, no href, or another host does not serve it. */
async function judgeDownload(
  t: Check,
  { item, exchange, report }: ById,
  list: string,
): Promise<Findings | null> {
  const url = downloadUrl(item.raw, list);
  if (url === null || report === null) return null;
  const isForeign = url.origin !== new URL(t.settings.url).origin;
  // A link with the by-id path leads to the report just read, whatever host or base path it names.
  if (hasByIdPath(url, item.id) && (isForeign || url.search === "")) return [];
  const asked = t.ask({ href: url.href });
  const download = isForeign ? await ifReadable(asked) : await asked;
  const came = download === null ? null : reportIn(download);
  if (download === null || (came === null && isForeign)) return null;
  const isSame = came?.rows.length === report.rows.length && came.header.join() === report.header.join();
  if (isSame) return [];
  const documented = `the header row and ${plural(report.rows.length, "row")} of ${item.id}`;
  const received =
    came === null
      ? `status ${download.answer.status} without a readable report`
      : `${plural(came.header.length, "column")} and ${plural(came.rows.length, "row")}`;
  return [t.finding([download, exchange], documented, received)];
}

/** Whether an address ends in the path of a report by its id, however its characters are encoded. */
function hasByIdPath({ href, pathname }: URL, id: string): boolean {
  return reportNamedBy(href) === id && !pathname.endsWith("/");
}

function reportIn({ answer }: Answered): Report | null {
  return answer.status === 200 && "text" in answer.body ? parseReport(answer.body.text) : null;
}

/** Some reports, the oldest and the newest among them, and of each form in which their created_at is printed. */
function printed(items: readonly Item[], most: number): readonly Item[] {
  return eachForm(items, most, ({ raw }) => String(raw.created_at), skewOf(items, most));
}

/** Some items; of a long list not at equal distances. */
function some<T>(items: readonly T[], most: number): readonly T[] {
  return spread(items, most, skewOf(items, most));
}

function skewOf({ length }: readonly unknown[], most: number): number {
  return length - 1 > most * Math.max(1, most - 1) ? 1 : 0;
}
