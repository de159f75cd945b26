import {
  DEFAULT_PAGING,
  IGNORED_BESIDE_BATCH,
  LINK_NAMES,
  LIST_PARAMETERS,
  type LinkName,
  OFFSET_LIMIT,
  SORT_PARAMETERS,
} from "../../contract/lists.js";
import { urlOf } from "../../contract/url.js";
import { askedOf, hasOwnCursor, parametersOf } from "../../wire/asked.js";
import { MALFORMED, type Page } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { compareInstants, parseInstant } from "../../wire/instant.js";
import { renderValue } from "../../wire/message.js";
import { finding } from "../finding.js";

interface OfLink {
  readonly rule: string;
  readonly page: Page;
  readonly link: LinkName;
}

/** Lists whose pages end at the offset limit. In v2 they may. */
const OFFSET_LIMITED: readonly (string | null)[] = ["v1ListShipments", "v2ListShipments"];

/**
 * Whether an href on a page is the very request for another page: same address and parameters in any order. Following
 * it would ask for the same again.
 */
export function isRequestFor(
  href: string,
  { exchange }: Page,
  query: Readonly<Record<string, string | number | undefined>>,
): boolean {
  const [target, base] = [urlOf(href, exchange.request.url), new URL(exchange.request.url)];
  if (target === null || target.origin !== base.origin || target.pathname !== base.pathname) return false;
  const wanted = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = (pairs: Iterable<readonly [string, unknown]>) =>
    JSON.stringify([...pairs].map(([name, value]) => [name, String(value)]).sort());
  return text(target.searchParams) === text(wanted);
}

/**
 * The page that a link must name; "none" if it must be empty; null if nothing is due: past the end, for `first` and
 * `last` of an empty list or of a single page without any link, without `pages`, or where the page may not be asked for
 * (rule `limits.offset.status`).
 */
export function dueTarget(page: Page, link: LinkName): number | "none" | null {
  const asked = askedOf(page.exchange);
  if (asked === null || page.pages === null) return null;
  const isEnd = link === "first" || link === "last";
  if (isEnd && (page.items.length === 0 || isLinkless(page))) return null;
  const due = isEnd ? endOf(link, page.pages) : beside(link, asked.page, page.pages);
  return typeof due === "number" && isBeyondLimit(page, due * asked.size) ? null : due;
}

/** Whether a list of one page shows no link at all: there is no other page to go to. */
function isLinkless({ pages, links }: Page): boolean {
  return pages === 1 && LINK_NAMES.every((name) => links[name] === null);
}

/** Whether a list refuses a page at this offset, so that a link to it may be missing. */
function isBeyondLimit({ exchange }: Page, offset: number): boolean {
  return OFFSET_LIMITED.includes(exchange.operation) && offset > OFFSET_LIMIT;
}

function endOf(link: "first" | "last", pages: number): number | null {
  if (link === "first") return 1;
  return pages > 0 ? pages : null;
}

function beside(link: "prev" | "next", number: number, pages: number): number | "none" | null {
  // An empty list may count no pages.
  if (number === (link === "prev" ? 1 : Math.max(1, pages))) return "none";
  if (number > pages) return null;
  return link === "prev" ? number - 1 : number + 1;
}

/** Whether a link that must be empty is `{}` (prev on page 1, next on the last page). */
export function linkEmpty({ rule, page, link }: OfLink): Finding[] {
  const href = page.links[link];
  if (dueTarget(page, link) !== "none" || href === null || href === MALFORMED) return [];
  const documented = `${link} is an empty object ${where(page)}`;
  return [finding({ rule, exchanges: [page.exchange] }, documented, renderValue({ href }), at(link))];
}

/**
 * Whether a required link is present and names its page on the same path. An href with a parameter of the target's own
 * in place of `page` can only be judged by following it.
 */
export function linkTarget({ rule, page, link }: OfLink): Finding[] {
  const due = dueTarget(page, link);
  const href = page.links[link];
  if (due === null || due === "none" || href === MALFORMED) return [];
  const blame = { rule, exchanges: [page.exchange] };
  const documented = `${link} names page ${due} ${where(page)}`;
  if (href === null) return [finding(blame, documented, "{}", at(link))];
  const target = urlOf(href, page.exchange.request.url);
  const request = new URL(page.exchange.request.url);
  const path = isOnPath(target, request);
  if (path && (namesPage(target, due) || showsCursor(target, request))) return [];
  const whither = path ? documented : `${link} leads to ${request.pathname}, page ${due}`;
  return [finding(blame, whither, renderValue(href), `${at(link)}/href`)];
}

/** Whether the page has at least two hrefs and all lead to another path: one mistake, whatever pages they name. */
export function allOffPath(page: Page): boolean {
  const { url } = page.exchange.request;
  const shown = hrefs(page);
  return shown.length > 1 && shown.every(([, href]) => !isOnPath(urlOf(href, url), new URL(url)));
}

/** Whether the links keep page_size; they may leave the default out. */
export function linksKeepPageSize(claim: { rule: string; page: Page }): Finding[] {
  return keeps(claim, ["page_size"]);
}

/** Whether the links keep the sort_dir and sort_by of the request. */
export function linksKeepSort(claim: { rule: string; page: Page }): Finding[] {
  return keeps(claim, SORT_PARAMETERS);
}

/**
 * Whether the links name no sort parameter that the request left out. They may name its default; whether it is that shows
 * only if the link is followed.
 */
export function linksAddNoSort({ rule, page }: { rule: string; page: Page }): Finding[] {
  const { url } = page.exchange.request;
  const asked = new URL(url).searchParams;
  for (const [link, href] of hrefs(page)) {
    const shown = urlOf(href, url)?.searchParams;
    const added = SORT_PARAMETERS.find((name) => !asked.has(name) && shown?.has(name));
    if (added === undefined) continue;
    const documented = `${link} is sorted as the page, which was asked for without ${added}`;
    const received = `${added}=${shown?.get(added)} in ${renderValue(href)}`;
    return [finding({ rule, exchanges: [page.exchange] }, documented, received, `${at(link)}/href`)];
  }
  return [];
}

/**
 * Whether the links keep the filters of the request, judged by the hrefs alone; whether a dropped filter changes the
 * items shows only if the link is followed. `shipment_status=any` stands for any value, equal times may be spelled
 * differently, and beside batch_id the ignored filters may be dropped.
 */
export function linksKeepFilters(claim: { rule: string; page: Page }): Finding[] {
  const { operation, request } = claim.page.exchange;
  const { searchParams } = new URL(request.url);
  const skipped = [...LIST_PARAMETERS, ...(searchParams.has("batch_id") ? IGNORED_BESIDE_BATCH : [])];
  const filters = parametersOf(operation).filter((name) => !skipped.includes(name) && searchParams.has(name));
  return keeps(claim, filters);
}

/**
 * Like `linksKeepFilters`, but a link with `shipment_status=any` counts as dropping the status, so it must be followed.
 */
export function linksShowFilters(claim: { rule: string; page: Page }): Finding[] {
  const found = linksKeepFilters(claim);
  const { searchParams } = new URL(claim.page.exchange.request.url);
  if (found.length > 0 || searchParams.has("batch_id")) return found;
  return keeps(claim, ["shipment_status"], "as shown");
}

/** Whether an href has a parameter of the target's own in place of `page`: what it keeps shows only by following it. */
export function isOpaque(page: Page, href: string): boolean {
  const { url } = page.exchange.request;
  const target = urlOf(href, url);
  return target !== null && showsCursor(target, new URL(url));
}

/**
 * Whether a link of a page led to an address with a parameter that neither the contract nor the request has: only the
 * target can tell what that means beside another page.
 */
export function leadsToOwnWords({ exchange }: Page, led: Page): boolean {
  const known = [...parametersOf(exchange.operation), ...new URL(exchange.request.url).searchParams.keys()];
  return [...new URL(led.exchange.request.url).searchParams.keys()].some((name) => !known.includes(name));
}

/** Whether an href has a parameter that the request left out, other than the page and how to sort. */
export function addsParameter({ exchange }: Page, href: string): boolean {
  const asked = new URL(exchange.request.url).searchParams;
  const shown = urlOf(href, exchange.request.url)?.searchParams ?? [];
  const usual: readonly string[] = ["page", ...SORT_PARAMETERS];
  return [...shown].some(([name]) => !usual.includes(name) && !asked.has(name));
}

/** Whether an href of the page shows `shipment_status=any`. */
export function showsAny(page: Page): boolean {
  return hrefs(page).some(([, href]) => namesAny(urlOf(href, page.exchange.request.url)));
}

function namesAny(target: URL | null): boolean {
  return target?.searchParams.get("shipment_status") === "any";
}

/** Whether every href of an unfiltered shipment list contains `shipment_status=any`. */
export function linksShowAny({ rule, page }: { rule: string; page: Page }): Finding[] {
  if (new URL(page.exchange.request.url).searchParams.has("shipment_status")) return [];
  for (const [link, href] of hrefs(page)) {
    const target = urlOf(href, page.exchange.request.url);
    if (target === null || namesAny(target)) continue;
    if (showsCursor(target, new URL(page.exchange.request.url))) continue;
    return [
      finding(
        { rule, exchanges: [page.exchange] },
        "hrefs of a list without status filter show shipment_status=any",
        renderValue(href),
        `${at(link)}/href`,
      ),
    ];
  }
  return [];
}

function keeps(
  { rule, page }: { rule: string; page: Page },
  names: readonly string[],
  any: "for each" | "as shown" = "for each",
): Finding[] {
  const { url } = page.exchange.request;
  const asked = new URL(url).searchParams;
  for (const [link, href] of hrefs(page)) {
    const target = urlOf(href, url);
    if (target === null) continue;
    const lost = names.find((name) => !sameValue(name, asked.get(name), target.searchParams.get(name), any));
    if (lost === undefined || showsCursor(target, new URL(url))) continue;
    const shown = target.searchParams.get(lost);
    const documented = `${link} keeps ${lost}=${asked.get(lost) ?? DEFAULT_PAGING[lost] ?? ""}`;
    const received = `${shown === null ? `no ${lost}` : `${lost}=${shown}`} in ${renderValue(href)}`;
    return [finding({ rule, exchanges: [page.exchange] }, documented, received, `${at(link)}/href`)];
  }
  return [];
}

/** A parameter that was not asked for may appear with a default of the target's choice. */
function sameValue(
  name: string,
  asked: string | null,
  shown: string | null,
  any: "for each" | "as shown",
): boolean {
  const wanted = asked ?? DEFAULT_PAGING[name] ?? null;
  if (wanted === null || wanted === "") return true;
  const given = shown ?? DEFAULT_PAGING[name] ?? null;
  if (given === wanted) return true;
  if (name === "shipment_status" && given === "any") return any === "for each";
  const [left, right] = [parseInstant(wanted), parseInstant(given)];
  return left !== null && right !== null && compareInstants(left, right) === 0;
}

function hrefs(page: Page): readonly (readonly [LinkName, string])[] {
  return LINK_NAMES.flatMap((name) => {
    const href = page.links[name];
    return href === null || href === MALFORMED ? [] : [[name, href] as const];
  });
}

function namesPage(target: URL, due: number): boolean {
  const given = target.searchParams.getAll("page");
  return given.length === 0 ? due === 1 : given.length === 1 && Number(given[0]) === due;
}

/** Whether an href has, in place of `page`, a parameter that neither the contract nor the request has. */
function showsCursor(target: URL, request: URL): boolean {
  return hasOwnCursor(target, [...LIST_PARAMETERS, "shipment_status", ...request.searchParams.keys()]);
}

function isOnPath(target: URL | null, request: URL): target is URL {
  return target !== null && operationPath(target) === operationPath(request);
}

/** The path from the generation on; a gateway in front may add a prefix. */
function operationPath(url: URL): string {
  const path = url.pathname.replace(/\/+$/, "");
  return path.slice(Math.max(0, path.search(/\/v[12]\//)));
}

function where(page: Page): string {
  return `on page ${askedOf(page.exchange)?.page ?? "?"} of ${page.pages}`;
}

function at(link: LinkName): string {
  return `/links/${link}`;
}
