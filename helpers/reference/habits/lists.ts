import { all, before, keptFor } from "../bends.js";
import { ok } from "../service/answer.js";
import type { Asked, Bend, Page } from "../service/behaviours.js";
import type { Kept } from "../service/collection.js";
import { invalidValue, Problem, valueRequired } from "../service/problem.js";
import type { Habit } from "./habit.js";

type Named = Pick<Asked<Kept>, "word">;

/** The lists that the document shows completely: shipments, labels and reports of v1. */
const isShown = ({ word }: Named): boolean => word === "shipments" || word === "labels" || word === "reports";

const isBatches = ({ word }: Named): boolean => word === "batches" || word === "errors";

const isErrors = ({ word }: Named): boolean => /^(v2-)?errors$/.test(word);

/** Returns pages of another size than requested, and says so. */
const sized =
  (fits: (listing: Named) => boolean, size: (asked: number) => number): Bend =>
  (does) => ({
    readPage: (listing, query) => {
      const request = does.readPage(listing, query);
      return fits(listing) ? { ...request, size: size(request.size) } : request;
    },
  });

/** Answers matching lists' pages in another form. */
const shaped =
  (
    fits: (listing: Named) => boolean,
    shape: (items: readonly unknown[], page: Page<unknown>, name: string) => unknown,
  ): Bend =>
  (does) => ({
    pageAnswer: (listing, page) =>
      fits(listing)
        ? ok(shape(page.items.map(listing.view), page, listing.name))
        : does.pageAnswer(listing, page),
  });

/** Takes parameters of a list as if they were not given. */
const ignoring =
  (isIgnored: (name: string, value: string) => boolean): Bend =>
  (does) => ({
    readPage: (listing, query) => {
      const kept = Object.entries(query).filter(([name, value]) => !isIgnored(name, value));
      return does.readPage(listing, Object.fromEntries(kept));
    },
  });

/** Refuses pages past the last one of the v1 shipments. */
const refusingPastLast =
  (problem: (page: number) => Problem): Bend =>
  (does) => ({
    pageAnswer: (listing, page) => {
      if (listing.offsetLimit && page.items.length === 0 && page.request.page !== 1)
        throw problem(page.request.page);
      return does.pageAnswer(listing, page);
    },
  });

const facets = [
  { key: "open", share: 0.5 },
  { key: "other", share: 0.5 },
];
const notices = [{ notice_id: "n-1", text: "Maintenance on Sunday." }];

const isV2 = ({ word }: Named): boolean => word.startsWith("v2-");

export const habits: readonly Habit[] = [
  {
    id: "bounds-with-offset-refused",
    section: "Conventions",
    sentence: "Date bounds with an offset in place of Z are refused.",
    bend: (does) => ({
      instant: (asked, name, text) => {
        if (/[+-]\d{2}:?\d{2}$/.test(text)) throw invalidValue(name, text, `${name} must be in UTC.`);
        return does.instant(asked, name, text);
      },
    }),
  },
  {
    id: "bounds-with-microseconds-refused",
    section: "Conventions",
    sentence: "Date bounds with more than three digits of fraction are refused.",
    bend: (does) => ({
      instant: (asked, name, text) => {
        if (/\.\d{4,}/.test(text)) throw invalidValue(name, text, `${name} must have milliseconds.`);
        return does.instant(asked, name, text);
      },
    }),
  },
  {
    id: "far-bounds-refused",
    section: "Conventions",
    sentence: "Date bounds before 1970 or after 2100 are refused.",
    bend: (does) => ({
      instant: (asked, name, text) => {
        const year = Number(text.slice(0, 4));
        if (year < 1970 || year > 2100) throw invalidValue(name, text, `${name} is too far away.`);
        return does.instant(asked, name, text);
      },
    }),
  },
  {
    id: "page-size-at-most-100",
    section: "Paging",
    sentence: "Pages of lists other than the shipments hold at most 100 items.",
    bend: sized(
      ({ word }) => !word.endsWith("shipments"),
      (asked) => Math.min(asked, 100),
    ),
  },
  {
    id: "page-size-at-most-25",
    section: "Paging",
    sentence: "Pages of lists other than the shipments hold no more items than without page_size.",
    bend: sized(
      ({ word }) => !word.endsWith("shipments"),
      (asked) => Math.min(asked, 25),
    ),
  },
  {
    id: "shipment-pages-at-most-500",
    section: "Limits",
    sentence: "A page_size above 500 counts as 500 in the list of shipments, also for its offset limit.",
    bend: (does) => ({
      readPage: (listing, query) =>
        does.readPage(
          listing,
          listing.offsetLimit && Number(query.page_size) > 500 ? { ...query, page_size: "500" } : query,
        ),
    }),
  },
  {
    id: "page-size-at-most-10-elsewhere",
    section: "Paging",
    sentence: "Pages of batches and of v2 lists hold at most 10 items.",
    bend: sized(
      (listing) => !isShown(listing),
      (asked) => Math.min(asked, 10),
    ),
  },
  {
    id: "page-size-at-most-5-elsewhere",
    section: "Paging",
    sentence: "Pages of batches and of v2 lists hold at most 5 items.",
    bend: sized(
      (listing) => !isShown(listing),
      (asked) => Math.min(asked, 5),
    ),
  },
  {
    id: "page-size-fixed-elsewhere",
    section: "Paging",
    sentence: "Pages of batches and of v2 lists hold 12 items whatever page_size says, and say so.",
    bend: sized(
      (listing) => !isShown(listing),
      () => 12,
    ),
  },
  {
    id: "batch-errors-on-one-page",
    section: "Paging",
    sentence: "The errors of a batch come on one page, whatever page and page_size say.",
    bend: (does) => ({
      readPage: (listing, query) => {
        const request = does.readPage(listing, query);
        return isErrors(listing) ? { ...request, page: 1, size: 1_000 } : request;
      },
    }),
  },
  {
    id: "lists-kept-for-a-second",
    section: "Paging",
    sentence:
      "Pages of shipments, labels and reports come from a cache for a second after they were asked for.",
    bend: all(...["shipments", "labels", "reports"].map((word) => keptFor(word, 1_000))),
  },
  {
    id: "totals-counted-anew-after-a-while",
    section: "Paging",
    sentence: "Totals are counted anew after a third of a second at the earliest.",
    bend: (does) => {
      const counted = new Map<string, { readonly total: number; readonly at: number }>();
      return {
        total: (listing, request, matching) => {
          const { word, call } = listing;
          const { page, page_size, sort_dir, sort_by, ...filters } = call.query;
          const key = JSON.stringify([word, call.operation.id, filters]);
          const known = counted.get(key);
          if (known !== undefined && performance.now() - known.at < 300) return known.total;
          const total = does.total(listing, request, matching);
          counted.set(key, { total, at: performance.now() });
          return total;
        },
      };
    },
  },
  {
    id: "lists-rising",
    section: "Paging",
    sentence: "Inside every page items come oldest first, whatever sort_dir says.",
    bend: () => ({ order: (_, items) => items }),
  },
  {
    id: "empty-list-0-pages",
    section: "Conventions",
    sentence: "A list without items has 0 pages, and no first and last one.",
    bend: () => ({ pages: (_, { size }, total) => Math.ceil(total / size) }),
  },
  {
    id: "past-last-shows-last-page",
    section: "Conventions",
    sentence: "Past the last page, page says which the last one is.",
    bend: (does) => ({
      envelope: (listing, request, matching) => {
        const envelope = does.envelope(listing, request, matching);
        return { ...envelope, page: Math.min(request.page, Math.max(1, Number(envelope.pages))) };
      },
    }),
  },
  {
    id: "shipments-past-last-400",
    section: "GET /v1/shipments",
    sentence:
      "A shipment page past the last one is refused with 400, by an error that does not mention an offset.",
    bend: refusingPastLast(() => {
      const message = "There are no shipments left to show.";
      return new Problem(400, { type: "business_rules", code: "unspecified", message });
    }),
  },
  {
    id: "shipments-past-last-names-page",
    section: "GET /v1/shipments",
    sentence: "A shipment page past the last one is refused with 400, by a validation error that names page.",
    bend: refusingPastLast((page) => invalidValue("page", String(page), "There is no such page.")),
  },
  {
    id: "notices-first",
    section: "Conventions",
    sentence: "Before the items of every list comes another array of objects.",
    bend: (does) => ({
      pageAnswer: (listing, page) => {
        const answer = does.pageAnswer(listing, page);
        return { ...answer, json: { notices, ...Object(answer.json) } };
      },
    }),
  },
  {
    id: "v2-stock-of-one-warehouse",
    section: "v2 endpoints",
    sentence: "The v2 lists of inventory and of quantities in totes need a warehouse.",
    bend: before(["v2ListInventory", "v2ListToteQuantities"], ({ query }) => {
      if (query.inventory_warehouse_id === undefined) throw valueRequired("inventory_warehouse_id");
    }),
  },
  {
    id: "v2-documents-missing",
    section: "v2 endpoints",
    sentence: "Shipments and labels without documents, rates or a track are told so with 404 in v2.",
    bend: before(
      ["v2ListShipmentDocuments", "v2ListLabelDocuments", "v2ListShipmentRates", "v2TrackLabel"],
      () => {
        throw new Problem(404, { type: "validation", code: "unspecified", message: "There is none." });
      },
    ),
  },
  {
    id: "v2-lists-bare",
    section: "v2 endpoints",
    sentence: "Lists of v2 are arrays without an envelope.",
    bend: shaped(isV2, (items) => items),
  },
  {
    id: "v2-lists-in-data",
    section: "v2 endpoints",
    sentence: "Lists of v2 have their items in data, beside the envelope.",
    bend: shaped(isV2, (data, { envelope }) => ({ ...envelope, data })),
  },
  {
    id: "v2-lists-odd",
    section: "v2 endpoints",
    sentence: "Lists of v2 have their items in results, and a count of their own in place of the envelope.",
    bend: shaped(isV2, (results, { envelope: { total } }) => ({ object: "list", count: total, results })),
  },
  {
    id: "v2-lists-in-sections",
    section: "v2 endpoints",
    sentence: "Lists of v2 have their items in two sections, each with a title, beside the envelope.",
    bend: shaped(isV2, (items, { envelope }) => {
      const half = Math.ceil(items.length / 2);
      const sections = [
        { title: "First", items: items.slice(0, half) },
        { title: "Further", items: items.slice(half) },
      ];
      return { sections, ...envelope };
    }),
  },
  {
    id: "v2-lists-beside-facets",
    section: "v2 endpoints",
    sentence: "Lists of v2 have an array of facets before that of their items.",
    bend: shaped(isV2, (items, { envelope }, name) => ({ facets, ...envelope, [name]: items })),
  },
  {
    id: "batches-bare",
    section: "GET /v1/batches?status=open",
    sentence: "The v1 lists of batches and of their errors are arrays without an envelope.",
    bend: shaped(isBatches, (items) => items),
  },
  {
    id: "batches-bare-short",
    section: "GET /v1/batches?status=open",
    sentence:
      "The v1 lists of batches and of their errors are arrays of at most 5 items without an envelope.",
    bend: (does) => ({
      ...sized(
        (listing) => isBatches(listing),
        (asked) => Math.min(asked, 5),
      )(does),
      ...shaped(isBatches, (items) => items)(does),
    }),
  },
  {
    id: "batches-in-data",
    section: "GET /v1/batches?status=open",
    sentence: "The v1 lists of batches and of their errors have their items in data.",
    bend: shaped(isBatches, (data, { envelope }) => ({ data, ...envelope })),
  },
  {
    id: "unknown-parameters-refused",
    section: "GET /v1/labels",
    sentence: "A parameter that the document does not name is refused with 400 by the v1 lists.",
    bend: (does) => ({
      readPage: (listing, query) => {
        const known = listing.call.operation.query.map(({ name }) => name);
        const odd = isShown(listing) ? Object.keys(query).find((name) => !known.includes(name)) : undefined;
        if (odd === undefined) return does.readPage(listing, query);
        const message = `There is no parameter ${odd}.`;
        throw new Problem(400, { type: "validation", code: "invalid_object", message });
      },
    }),
  },
  {
    id: "malformed-pages-ignored",
    section: "Paging",
    sentence: "A page, a page_size or a sorting that makes no sense is taken as if it were not given.",
    bend: ignoring(isMalformed),
  },
  {
    id: "numbers-beyond-64-bits-ignored",
    section: "Paging",
    sentence:
      "A page or a page_size that makes no sense or needs more than 64 bits is taken as if it were not given.",
    bend: ignoring((name, value) => isMalformed(name, value) || needsMore(63n, name, value)),
  },
  {
    id: "numbers-beyond-32-bits-ignored",
    section: "Paging",
    sentence:
      "A page or a page_size that makes no sense or needs more than 32 bits is taken as if it were not given.",
    bend: ignoring((name, value) => isMalformed(name, value) || needsMore(31n, name, value)),
  },
  {
    id: "links-relative",
    section: "Conventions",
    sentence: "The addresses in links are relative.",
    bend: () => ({ href: (_, path) => path }),
  },
  {
    id: "links-with-blanks",
    section: "Conventions",
    sentence: "The addresses in links show the blanks of what was asked for as they are.",
    bend: (does) => ({ href: (call, path) => does.href(call, path).replaceAll(/%20|\+/g, " ") }),
  },
  {
    id: "links-none-on-single-page",
    section: "Conventions",
    sentence: "A list of one page shows no links: there is no other page to go to.",
    bend: (does) => ({
      links: (listing, request, pages) =>
        pages === 1 ? { first: {}, last: {}, prev: {}, next: {} } : does.links(listing, request, pages),
    }),
  },
  {
    id: "links-of-another-host",
    section: "Conventions",
    sentence: "The addresses in links name the host behind a proxy.",
    bend: () => ({ href: (_, path) => `http://shipping-7.internal.invalid:8080${path}` }),
  },
  {
    id: "links-without-base-path",
    section: "Conventions",
    sentence: "The service is below a base path, which the addresses in links leave out.",
    bend: () => ({ basePath: () => "/shipping" }),
  },
  {
    id: "links-opaque",
    section: "Conventions",
    sentence: "The links of lists show nothing but a cursor.",
    bend: all(
      (does) => ({
        links: (listing, request, pages) => {
          const links = does.links(listing, request, pages);
          const opaque = Object.entries(links).map(([name, { href }]) => [
            name,
            href ? { href: closed(href) } : {},
          ]);
          return { ...links, ...Object.fromEntries(opaque) };
        },
      }),
      (does) => ({
        handle: (call) => {
          const { cursor } = call.query;
          return does.handle(cursor === undefined ? call : call.with({ query: opened(cursor) }));
        },
      }),
    ),
  },
  {
    id: "links-with-instants-rewritten",
    section: "Conventions",
    sentence: "The links of lists write the bounds of a window as the same instants at +01:00.",
    bend: (does) => ({
      linkQuery: (listing, request) => {
        const params = Object.entries(does.linkQuery(listing, request));
        return Object.fromEntries(
          params.map(([name, value]) => [name, /_at_(start|end)$/.test(name) ? atPlusOne(value) : value]),
        );
      },
    }),
  },
  {
    id: "shipments-first-changed-by-default",
    section: "GET /v1/shipments",
    sentence: "By default the shipment list begins with the shipments that were modified first.",
    bend: (does) => ({
      readPage: (listing, query) =>
        does.readPage(
          listing,
          listing.word === "shipments" ? { sort_dir: "asc", sort_by: "modified_at", ...query } : query,
        ),
    }),
  },
  {
    id: "shipment-tags-by-part",
    section: "GET /v1/shipments",
    sentence: "A shipment comes under a tag that is a part of one of its tags, in any case.",
    bend: (does) => ({
      condition: (asked, condition) => {
        const usual = does.condition(asked, condition);
        if (asked.word !== "shipments" || usual?.name !== "tag") return usual;
        const part = usual.value.toLowerCase();
        const { shipments } = asked.call.world;
        const tagsOf = (id: string) => shipments.get(id)?.tags ?? [];
        return {
          ...usual,
          holds: ({ id }) => tagsOf(id).some((each) => each.toLowerCase().includes(part)),
        };
      },
    }),
  },
];

const MALFORMED: Readonly<Record<string, RegExp>> = {
  page: /^(?!0*[1-9]\d*$)/,
  page_size: /^(?!0*[1-9]\d*$)/,
  sort_dir: /^(?!(asc|desc)$)/,
  sort_by: /^(?!(created|modified)_at$)/,
};

function isMalformed(name: string, value: string): boolean {
  return MALFORMED[name]?.test(value) === true;
}

/** Whether a page or a size needs more bits, without its sign. */
function needsMore(bits: bigint, name: string, value: string): boolean {
  return (name === "page" || name === "page_size") && BigInt(value) >= 2n ** bits;
}

function closed(href: string): string {
  const [path, query = ""] = href.split("?");
  return `${path}?cursor=${Buffer.from(query).toString("base64url")}`;
}

const opened = (cursor: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(Buffer.from(cursor, "base64url").toString()));

function atPlusOne(value: string): string {
  const zoned = /T.*(Z|[+-]\d\d:?\d\d)$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(zoned) ? value : `${new Date(zoned + 3_600_000).toISOString().slice(0, -1)}+01:00`;
}
