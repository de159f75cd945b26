import { LISTS } from "../../../contract/lists.js";
import { urlOf } from "../../../contract/url.js";
import { finding } from "../../../oracles/finding.js";
import { type SetClaim, sameSet } from "../../../oracles/lists/sets.js";
import { decodePage } from "../../../wire/decode.js";
import type { Answered, Findings } from "../../../wire/exchange.js";
import { renderValue } from "../../../wire/message.js";
import { addressFrom } from "../../../wire/own-address.js";
import { hrefIn } from "../../../wire/raw.js";
import type { Ask } from "../../check/ask.js";
import type { Check } from "../../check/check.js";
import { judgeSteady } from "../../check/steady.js";
import { ListWatch } from "../../lists/reading/list-watch.js";
import type { SeenBatch } from "./lists.js";
import { readable } from "./readable.js";

/** A link of a batch and the list that it leads to. */
interface BatchLink {
  readonly member: "batch_shipments_url" | "batch_labels_url";
  readonly list: "shipments" | "labels";
  /** The member that counts the items behind the link. */
  readonly counted: "count" | "completed";
}

/** What following a link showed. */
interface Followed {
  /** How many items are due behind the link. */
  readonly due: number;
  /**
   * Whether the link reads as the list filtered by this batch, wherever it leads. Counts for nothing if that list is
   * empty although the batch says that it is not: another rule judges the filter.
   */
  readonly literal: boolean;
  readonly findings: Findings;
}

/** Most pages to read of a batch's shipments or labels. */
const MOST_PAGES = 5;

interface Collected {
  readonly exchanges: readonly Answered[];
  /** Null when the first page is no such list. */
  readonly ids: readonly string[] | null;
  /** Whether these are all of them. */
  readonly whole: boolean;
  /** How many the list counts; null if it does not say. */
  readonly total: number | null;
}

/** Judges that a link of each batch leads to the list filtered by that batch. */
export async function judgeLinks(t: Check, link: BatchLink): Promise<void> {
  const batches = await t.given(readable);
  if (batches.length === 0) t.inconclusive("needs a batch that can be read by id; create one");
  let followed = 0;
  let literal = 0;
  // Batches with shipments or labels prove more; empty ones count only where there are no others.
  for (const batch of batches) {
    if (followed >= t.budget("batches.links")) break;
    let due = 0;
    t.find(
      await judgeSteady(
        async () => {
          const result = await follow(t, batch, link);
          due = result.due;
          if (result.literal && result.findings.length === 0) literal += 1;
          return result.findings;
        },
        new ListWatch(t, LISTS[link.list], "everything"),
        t.session,
      ),
    );
    if (due > 0) followed += 1;
  }
  t.saw("batches", followed > 0 ? followed : literal);
  if (followed + literal === 0)
    t.inconclusive(`needs a batch with ${link.list}; put a shipment into a batch or process one`);
}

/**
 * Follows a link of a batch and compares with the list filtered by that batch.
 * @throws Inconclusive when the filtered list cannot be read, or there is no link
 */
async function follow(t: Check, batch: SeenBatch, link: BatchLink): Promise<Followed> {
  const { member, list, counted } = link;
  const href = hrefIn(batch.raw?.[member]);
  if (href === null || href === "")
    return t.inconclusive(`batch ${batch.id} shows no ${member} with an href; see batch.field.${member}`);
  const target = addressFrom(batch.exchange.request.url, href, t.settings.url);
  const operation = LISTS[list].operation;
  const due = await collect(t, list, (page) => ({ operation, query: { batch_id: batch.id, page } }));
  if (due.ids === null) return t.inconclusive(`the ${list} of batch ${batch.id} could not be listed`);
  // A link identical to the request just made leads to the same list by definition.
  const followed = isRequest(target, due)
    ? due
    : await collect(t, list, (page) => ({ href: withPage(target, page), samePath: true }));
  const blame = { rule: t.rule, exchanges: [...followed.exchanges, batch.exchange, ...due.exchanges] };
  const documented = `${member} of ${batch.id} leads to the ${list} of that batch`;
  const findings =
    followed.ids === null
      ? [t.finding(blame.exchanges, documented, `${renderValue(href)}: ${whyNot(followed)}`)]
      : sameList({ ...blame, documented }, { ...due, ids: due.ids }, { ...followed, ids: followed.ids });
  const isHollow = due.ids.length === 0 && Number(batch.raw?.[counted] ?? 0) > 0;
  return {
    due: due.ids.length,
    literal: !isHollow && isLiteral(target, list, batch.id),
    findings,
  };
}

/** A list of which at least a part was read. */
type Part = Pick<Collected, "whole" | "total"> & { readonly ids: readonly string[] };

/**
 * Whether two lists hold the same. Pages of another size, or in another order, show another part of a long list: what
 * is whole must hold that part; where neither is, their totals tell.
 */
function sameList(claim: Omit<SetClaim, "expected" | "actual">, due: Part, came: Part): Findings {
  const { rule, exchanges, documented } = claim;
  if (!due.whole && !came.whole) {
    if (due.total === came.total) return [];
    return [finding({ rule, exchanges }, `${documented}, ${due.total} in all`, `${came.total} in all`)];
  }
  const [within, there] = [new Set(came.ids), new Set(due.ids)];
  return sameSet({
    ...claim,
    expected: came.whole ? due.ids : due.ids.filter((id) => within.has(id)),
    actual: due.whole ? came.ids : came.ids.filter((id) => there.has(id)),
  });
}

async function collect(
  t: Check,
  list: BatchLink["list"],
  ask: (page: number | undefined) => Ask,
): Promise<Collected> {
  const exchanges: Answered[] = [];
  const ids = new Set<string>();
  let total: number | null = null;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const exchange = await t.ask(ask(page === 1 ? undefined : page));
    exchanges.push(exchange);
    const decoded = decodePage(exchange, list);
    if (decoded.kind !== "page") return { exchanges, ids: page === 1 ? null : [...ids], whole: false, total };
    total = decoded.total;
    const size = ids.size;
    for (const { id } of decoded.items) ids.add(id);
    if (ids.size === size || total === null || ids.size >= total)
      return { exchanges, ids: [...ids], whole: true, total };
  }
  return { exchanges, ids: [...ids], whole: false, total };
}

/** Whether an address is that of the first request made for a list. */
function isRequest(address: string, { exchanges: [first] }: Collected): boolean {
  return first !== undefined && urlOf(address)?.href === first.request.url;
}

function withPage(address: string, page: number | undefined): string {
  const url = urlOf(address);
  if (page === undefined || url === null) return address;
  url.searchParams.set("page", String(page));
  return url.href;
}

function isLiteral(address: string, list: string, id: string): boolean {
  const { pathname, searchParams } = urlOf(address) ?? {};
  return pathname?.endsWith(`/${list}`) === true && searchParams?.get("batch_id") === id;
}

function whyNot({ exchanges: [exchange] }: Collected): string {
  if (exchange === undefined) return "no answer";
  return exchange.answer.status === 200
    ? "an answer that is not such a list"
    : `status ${exchange.answer.status}`;
}
