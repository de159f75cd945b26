import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Compliance } from "../../reports/results.js";
import { createReferenceService } from "../reference/service.js";
import { onText, proxied } from "./testing/proxy.js";
import { emptyFolder, plimsoll, whileServing } from "./testing.js";

// The whole command at thorough against lists too long to be known item by item: more labels than are kept, more
// shipments than can be paged. What is damaged stands in the middle, where no sample looks.

const KEY = "the-secret-key-of-this-test-4711";
const SHIPMENTS = 10_400;
const MIDDLE = 50;
const RULES = [
  "labels.partition",
  "labels.slice.asc",
  "shipments.partition",
  "shipments.slice.asc",
  "paging.total.matches-items",
];

type Item = Readonly<Record<string, unknown>>;
type Change = (items: readonly Item[], body: Item) => readonly Item[];

/** @param concerned what stands in the pages that are changed; others pass as they are */
async function judged(
  changes: Readonly<Record<string, Change>>,
  concerned: RegExp,
  effort: "standard" | "thorough" = "thorough",
): Promise<Compliance> {
  const damage = onText((text) => {
    if (!concerned.test(text)) return text;
    const body = JSON.parse(text);
    for (const [list, change] of Object.entries(changes))
      if (Array.isArray(body[list])) return JSON.stringify({ ...body, [list]: change(body[list], body) });
    return text;
  });
  const server = await proxied(KEY, damage, { shipments: SHIPMENTS });
  const out = emptyFolder();
  const only = ["--only", RULES.join(",")];
  const args = ["run", server.url, "--out", out, "--effort", effort, "--writes", "none", ...only];
  await plimsoll(args, KEY).finally(() => server.close());
  const result: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  return result;
}

function verdicts({ rules }: Compliance): Record<string, string> {
  return Object.fromEntries(
    rules.filter(({ id }) => RULES.includes(id)).map(({ id, verdict }) => [id, verdict]),
  );
}

const conforming = Object.fromEntries(RULES.map((rule) => [rule, "conforms"]));

/** Items of a page in the middle of a list of the same data. */
async function inTheMiddle(list: string): Promise<readonly Item[]> {
  const service = createReferenceService({ apiKey: KEY, shipments: SHIPMENTS });
  const query = `page=${MIDDLE}&page_size=100&sort_dir=asc&sort_by=created_at`;
  const answer = await service.fetch(
    new Request(`http://reference.test/v1/${list}?${query}`, { headers: { "api-key": KEY } }),
  );
  const body: Readonly<Record<string, readonly Item[]>> = JSON.parse(await answer.text());
  return body[list] ?? [];
}

it("walks them whole and finds nothing on a conforming target", { timeout: 300_000 }, async () => {
  const result = await judged({}, /(?!)/);
  expect(verdicts(result)).toEqual(conforming);
  const pages = result.rules.map(({ evidence }) => evidence["pages of long lists"] ?? 0);
  expect(Math.max(...pages)).toBeGreaterThan(SHIPMENTS / 100);
});

it("finds an item that no page shows, one that stands twice, and one out of order", {
  timeout: 300_000,
}, async () => {
  const [labels, shipments] = await Promise.all([inTheMiddle("labels"), inTheMiddle("shipments")]);
  const [hidden, late, doubled] = [labels[20]?.label_id, labels[70]?.label_id, shipments[20]?.shipment_id];
  const changes: Record<string, Change> = {
    labels: (items) =>
      items
        .filter(({ label_id }) => label_id !== hidden)
        .map((item) => (item.label_id === late ? { ...item, created_at: "2020-01-01T00:00:00Z" } : item)),
    // The item before takes its place.
    shipments: (items) =>
      items.map((item, at) => (item.shipment_id === doubled ? (items[at - 1] ?? item) : item)),
  };
  const result = await judged(changes, new RegExp([hidden, late, doubled].join("|")));
  expect(verdicts(result)).toEqual({
    ...conforming,
    "paging.total.matches-items": "violates",
    "labels.slice.asc": "violates",
    "shipments.partition": "violates",
  });
  const received = result.rules.flatMap(({ findings }) => findings.map((finding) => finding.received));
  expect(received.join("\n")).toContain(String(shipments[19]?.shipment_id));
  expect(received.join("\n")).toContain(String(late));
});

it("finds at standard, of a few pages, that those far behind are always the same one", {
  timeout: 300_000,
}, async () => {
  const labels = await inTheMiddle("labels");
  const isFar = ({ page }: Item) => Number(page) > MIDDLE - 10;
  const changes: Record<string, Change> = { labels: (items, body) => (isFar(body) ? labels : items) };
  const result = await judged(changes, /"labels"/, "standard");
  expect(verdicts(result)).toMatchObject({
    "labels.partition": "violates",
    "shipments.partition": "conforms",
    "shipments.slice.asc": "conforms",
  });
});

it("stays under 300 MB at standard against 100,000 shipments", { timeout: 300_000 }, async () => {
  const tell = "process.on('exit', () => console.error('PEAK', process.resourceUsage().maxRSS))";
  const variables = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(tell)}` };
  await whileServing(["--data", "large"], KEY, async (url) => {
    const args = ["run", url, "--out", emptyFolder()];
    const { code, stderr } = await plimsoll(args, KEY, emptyFolder(), variables);
    expect(code).toBe(0);
    const peaks = [...stderr.matchAll(/PEAK (\d+)/g)].map(([, kilobytes]) => Number(kilobytes) / 1024);
    expect(Math.max(...peaks)).toBeGreaterThan(50);
    expect(Math.max(...peaks)).toBeLessThan(300);
  });
});

it("counts shipments that there are where unknown ones are refused uncounted", {
  timeout: 300_000,
}, async () => {
  const server = await proxied(KEY, (genuine) => genuine, {
    shipments: 600,
    habits: ["user-of-unknown-shipments-refused"],
    faults: ["shipments-user-limit-one-more"],
  });
  const out = emptyFolder();
  const args = ["run", server.url, "--out", out, "--only", "limits.users*", "--writes", "fixtures"];
  const { stdout } = await plimsoll(args, KEY).finally(() => server.close());
  expect(stdout).toContain("a call with 501 shipments: refused with a 4xx");
});
