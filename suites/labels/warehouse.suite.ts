import { describe } from "vitest";
import { DEFAULT_PAGE_SIZE } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { idsOf, refusal } from "../../helpers/engine/lists/pages.js";
import { judgeReading, type Reading } from "../../helpers/engine/lists/reading.js";
import { finding } from "../../helpers/oracles/finding.js";
import { IMPROBABLE_ID } from "../../helpers/target/census.js";
import type { Item, Page } from "../../helpers/wire/decode.js";
import type { Finding } from "../../helpers/wire/exchange.js";
import { count, renderIds } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { isObject } from "../../helpers/wire/raw.js";

// A label does not show its warehouse; its shipment does, but may have been changed since. So a single label
// of another warehouse is a warning, and only a filter that does nothing, or lets nothing through, a breach.

/** Warehouses tried. */
const MOST = { quick: 1, standard: 2, thorough: 20 } as const;
/** Labels of a warehouse from which on an empty list can be no change of warehouse. */
const ENOUGH = 3;
/** Shipments read one by one for labels whose shipment no list has shown. */
const READ_ONE_BY_ONE = 5;
const CUT = 2;

describe("GET /v1/labels: warehouse_id", () => {
  rule(
    "labels.filter.warehouse_id",
    "filters by warehouses of the labels' shipments and by one that nobody has",
    async (t) => {
      await judgeReading(t, "labels", async (reading) => {
        const [{ items, filters }, place] = [await reading.stretch(t), await placesOf(t)];
        const groups = groupsOf(t, items, place);
        const findings: Finding[] = [];
        let empty = 0;
        for (const { warehouse, labels } of groups) {
          const pages = await pagesOf(t, reading, warehouse, labels);
          if (!Array.isArray(pages)) {
            findings.push(refusal(t, pages, `the labels of warehouse ${warehouse}`));
            continue;
          }
          t.saw("warehouses");
          findings.push(...pages.flatMap((page) => withoutEffect(t, page, warehouse, place, items)));
          if (labels >= ENOUGH && pages.every((page) => page.items.length === 0)) empty += 1;
          if (empty === groups.length) findings.push(emptyAlways(t, pages, warehouse, labels));
        }
        const stray = await reading.ask(t, { ...filters, warehouse_id: IMPROBABLE_ID });
        if (stray.kind === "page" && stray.items.length > 0) {
          findings.push(
            finding(
              { rule: t.rule, exchanges: [stray.exchange] },
              {
                documented: "no label of a warehouse that does not exist",
                received: renderIds(idsOf(stray)),
                pointer: "/labels",
              },
            ),
          );
        }
        findings.push(...(await judgePart(t, reading, groups, place)));
        return findings.slice(0, 2);
      });
    },
    { from: "standard" },
  );

  rule(
    "labels.filter.warehouse_id.items",
    "looks up the shipments of the labels that the filter returns, and the labels that it leaves out",
    async (t) => {
      await judgeReading(t, "labels", async (reading) => {
        const [{ items }, place] = [await reading.stretch(t), await placesOf(t)];
        const groups = groupsOf(t, items, place);
        const missing = await Promise.all(groups.map((one) => missingOf(t, reading, one, { items, place })));
        if (missing.some((one) => one !== null)) return missing.filter((one) => one !== null).slice(0, 1);
        const [group] = groups;
        if (group === undefined) return [];
        const pages = await pagesOf(t, reading, group.warehouse, group.labels);
        if (!Array.isArray(pages))
          return t.inconclusive("the filter was refused; see labels.filter.warehouse_id");
        const labels = pages.flatMap((page) => page.items);
        await readMissing(t, labels, place);
        const judged = labels.filter((label) => place.has(shipmentOf(label)));
        t.saw("labels", judged.length);
        if (judged.length === 0)
          t.inconclusive("needs a label under warehouse_id whose shipment can be read");
        const others = judged.filter((label) => place.get(shipmentOf(label)) !== group.warehouse);
        const [first] = others;
        if (first === undefined) return [];
        return [
          finding(
            { rule: t.rule, exchanges: pages.map((page) => page.exchange) },
            {
              documented: `labels of shipments of warehouse ${group.warehouse}`,
              received: `${renderIds(others.map((label) => label.id))}; the shipment of ${first.id} shows warehouse ${place.get(shipmentOf(first)) ?? "null"}`,
            },
          ),
        ];
      });
    },
    { from: "standard" },
  );
});

describe("GET /v1/labels: totals", () => {
  rule(
    "labels.total",
    "reads the total under warehouse_id",
    async (t) => {
      await ifReadable(
        judgeReading(t, "labels", async (reading) => {
          const [{ items }, place] = [await reading.stretch(t), await placesOf(t)];
          for (const { warehouse, labels } of groupsOf(t, items, place)) {
            const pages = await pagesOf(t, reading, warehouse, labels);
            const wrong = Array.isArray(pages) ? wrongTotal(t, pages, { warehouse, labels }) : null;
            if (wrong !== null) return [wrong];
          }
          return [];
        }),
      );
    },
    { from: "standard" },
  );
});

/** The labels that should have come, by the warehouses of their shipments, and did not on any page of the filter. */
async function missingOf(
  t: Check,
  reading: Reading,
  { warehouse, labels }: Group,
  { items, place }: { readonly items: readonly Item[]; readonly place: Places },
): Promise<Finding | null> {
  const pages = await pagesOf(t, reading, warehouse, labels);
  if (!Array.isArray(pages) || !isWhole(pages)) return null;
  const came = new Set(pages.flatMap((page) => idsOf(page)));
  const due = items.filter((label) => place.get(shipmentOf(label)) === warehouse).map(({ id }) => id);
  const missing = due.filter((id) => !came.has(id));
  t.saw("labels due", due.length);
  // A filter that lets nothing through is the breach of the filter itself.
  if (missing.length === 0 || came.size === 0) return null;
  return finding(
    { rule: t.rule, exchanges: pages.map((page) => page.exchange) },
    {
      documented: `the ${count(due.length, "label")} whose shipments show warehouse ${warehouse}`,
      received: `without ${renderIds(missing)}`,
    },
  );
}

/** Whether the last page had room for more. */
function isWhole(pages: readonly Page[]): boolean {
  const last = pages.at(-1);
  const size = Number(new URL(last?.exchange.request.url ?? "").searchParams.get("page_size"));
  return last !== undefined && last.items.length < size;
}

/**
 * A total that is neither the number of labels that came on all pages of the filter nor the number that should have:
 * which of these differ is the business of the filter and of the partition.
 */
function wrongTotal(t: Check, pages: readonly Page[], { warehouse, labels }: Group): Finding | null {
  if (!isWhole(pages)) return null;
  const entries = pages.flatMap((page) => idsOf(page));
  const came = new Set(entries).size;
  t.saw("totals", pages.length);
  const right = [came, entries.length, labels];
  const wrong = pages.find(({ total }) => total !== null && !right.includes(total));
  if (wrong === undefined) return null;
  return finding(
    { rule: t.rule, exchanges: pages.map((page) => page.exchange) },
    {
      documented: `total is ${came}, the number of labels that come for warehouse ${warehouse}`,
      received: `total ${wrong.total}`,
      pointer: "/total",
    },
  );
}

/** Warehouse of each known shipment, null where it names none. */
type Places = Map<string, string | null>;

async function placesOf(t: Check): Promise<Places> {
  const { oldest } = await t.census.list("shipments");
  return new Map(oldest.map(({ id, raw }) => [id, placeIn(raw)]));
}

function placeIn(shipment: Readonly<Record<string, unknown>>): string | null {
  const place = shipment.warehouse_id;
  return typeof place === "string" && place !== "" ? place : null;
}

interface Group {
  readonly warehouse: string;
  /** Labels that it should have. */
  readonly labels: number;
}

/**
 * Warehouses with how many labels each should have, the smallest of at least three labels first.
 * @throws Inconclusive unless labels of at least two warehouses are known
 */
function groupsOf(t: Check, items: readonly Item[], place: Places): readonly Group[] {
  const counts = new Map<string, number>();
  for (const item of items) {
    const warehouse = place.get(shipmentOf(item));
    if (typeof warehouse === "string") counts.set(warehouse, (counts.get(warehouse) ?? 0) + 1);
  }
  const groups = [...counts]
    .map(([warehouse, labels]) => ({ warehouse, labels }))
    .filter(({ labels }) => labels < items.length)
    .toSorted(
      (left, right) =>
        Number(left.labels < ENOUGH) - Number(right.labels < ENOUGH) || left.labels - right.labels,
    );
  if (groups.length > 0) return groups.slice(0, MOST[t.settings.effort]);
  return t.inconclusive(
    `needs labels whose shipments name different warehouses; ${count(counts.size, "warehouse")} found among ${count(items.length, "label")}`,
  );
}

/** Two pages of the warehouse's labels, and one more; or the refusal of the filter. */
async function pagesOf(t: Check, reading: Reading, warehouse: string, labels: number) {
  const { filters } = await reading.stretch(t);
  const page_size = Math.min(DEFAULT_PAGE_SIZE, Math.max(ENOUGH, Math.floor(labels / CUT) + 1));
  const pages: Page[] = [];
  for (let page = 1; page <= CUT + 1; page += 1) {
    const read = await reading.ask(t, { ...filters, warehouse_id: warehouse, page_size, page });
    if (read.kind === "page") pages.push(read);
    else if (page === 1) return read;
    if (read.kind === "refused" || read.items.length < page_size) break;
  }
  return pages;
}

/**
 * A page on which most labels belong elsewhere, no fewer than in the list without filter: then the filter did
 * nothing there.
 */
function withoutEffect(
  t: Check,
  page: Page,
  warehouse: string,
  place: Places,
  all: readonly Item[],
): readonly Finding[] {
  const judged = page.items.filter((label) => place.has(shipmentOf(label)));
  const others = judged.filter((label) => place.get(shipmentOf(label)) !== warehouse);
  const share = others.length / judged.length;
  const everywhere = all.filter((label) => place.get(shipmentOf(label)) !== warehouse).length / all.length;
  const whole = page.total === all.length && page.items.length > 0;
  if (judged.length < ENOUGH || share <= 0.5 || !(whole || share >= everywhere * 0.8)) return [];
  return [
    finding(
      { rule: t.rule, exchanges: [page.exchange] },
      {
        documented: `the list narrowed to warehouse ${warehouse}`,
        received: `${others.length} of ${count(judged.length, "label")} belong to shipments of other warehouses: ${renderIds(idsOf({ items: others }))}`,
        pointer: "/labels",
      },
    ),
  ];
}

/** An id cut short is another id: where the labels of all that begin with it come, beginnings are compared. */
async function judgePart(
  t: Check,
  reading: Reading,
  [group]: readonly Group[],
  place: Places,
): Promise<readonly Finding[]> {
  const part = group?.warehouse.slice(0, -1) ?? "";
  if (part === "" || [...place.values()].includes(part)) return [];
  const { filters } = await reading.stretch(t);
  const read = await reading.ask(t, { ...filters, warehouse_id: part });
  if (read.kind === "refused") return [];
  t.saw("values that no label has");
  const places = read.items.flatMap((label) => place.get(shipmentOf(label)) ?? []);
  // A single label may have been made when its shipment named another warehouse.
  if (places.length < ENOUGH || !places.every((warehouse) => warehouse.startsWith(part))) return [];
  return [
    finding(
      { rule: t.rule, exchanges: [read.exchange] },
      {
        documented: `only labels of warehouse ${part}, which is not one of those that begin with it`,
        received: `labels of ${[...new Set(places)].join(", ")}: ${renderIds(idsOf(read))}`,
        pointer: "/labels",
      },
    ),
  ];
}

function emptyAlways(t: Check, pages: readonly Page[], warehouse: string, labels: number): Finding {
  return finding(
    { rule: t.rule, exchanges: pages.map((page) => page.exchange) },
    {
      documented: `the list narrowed to warehouse ${warehouse}, to which the shipments of ${count(labels, "label")} belong`,
      received: "no label, for this warehouse and for every other",
      pointer: "/labels",
    },
  );
}

/** Reads a few shipments that no list has shown. */
async function readMissing(t: Check, labels: readonly Item[], place: Places): Promise<void> {
  const missing = [...new Set(labels.map(shipmentOf))].filter((id) => id !== "" && !place.has(id));
  for (const id of missing.slice(0, READ_ONE_BY_ONE)) {
    const { answer } = await t.ask({ operation: "v1GetShipment", path: { shipment_id: id } });
    if (answer.status === 200 && answer.body.kind === "json" && isObject(answer.body.value)) {
      place.set(id, placeIn(answer.body.value));
    }
  }
}

function shipmentOf(label: Item): string {
  const id = label.raw.shipment_id;
  return typeof id === "string" ? id : "";
}
