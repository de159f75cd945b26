import { isObject } from "../../helpers/contract/json.js";
import { urlOf } from "../../helpers/contract/url.js";
import type { Gathering } from "./gathering.js";
import { pageOrder } from "./order.js";

/** Gathers the links and the order of lists, and how long their pages get. */
export class PageTraits {
  /** Most items on a page of which more existed and were asked for, by list. */
  readonly #longest = new Map<string, number>();

  constructor(private readonly traits: Gathering) {}

  /** Looks at a page. @param name of the list */
  look(body: unknown, url: URL, name: string): void {
    const envelope = isObject(body) ? body : {};
    for (const said of parametersOfLinks(envelope.links, url)) {
      this.traits.note({ aspect: "form", place: name, what: "parameters of links" }, said);
    }
    const items = Array.isArray(body) ? body : Object.values(envelope).find(Array.isArray);
    if (items === undefined) return;
    this.#measure(items.length, typeof envelope.total === "number" ? envelope.total : 0, url, name);
    const order = pageOrder(items);
    if (order === null) return;
    const place = `${name} sort_dir=${url.searchParams.get("sort_dir") ?? "none"}`;
    this.traits.note({ aspect: "order", place, what: "items of a page" }, order);
  }

  /** Notes the limit of each list, once all pages were looked at. */
  noteLimits(): void {
    for (const [place, items] of this.#longest) {
      this.traits.note({ aspect: "limit", place, what: "items of a page" }, `at most ${items}`);
    }
  }

  #measure(items: number, total: number, { searchParams }: URL, name: string): void {
    const asked = Number(searchParams.get("page_size") ?? "");
    const isFirst = (searchParams.get("page") ?? "1") === "1";
    if (!isFirst || asked <= items || total <= items) return;
    this.#longest.set(name, Math.max(items, this.#longest.get(name) ?? 0));
  }
}

/** What the links of a list do with its parameters, except the page number, which is not a habit. */
function parametersOfLinks(links: unknown, asked: URL): string[] {
  const hrefs = Object.values(isObject(links) ? links : {}).flatMap((link) =>
    isObject(link) && typeof link.href === "string" ? (urlOf(link.href, asked.href) ?? []) : [],
  );
  return hrefs.flatMap(({ searchParams }) => {
    const kept = [...asked.searchParams].filter(([name]) => name !== "page");
    const added = [...searchParams.keys()].some((name) => name !== "page" && !asked.searchParams.has(name));
    return [
      ...kept.map(([name, value]) => keptAs(searchParams.get(name), value)),
      ...(added ? ["others added"] : []),
    ];
  });
}

function keptAs(shown: string | null, asked: string): string {
  if (shown === null) return "left out";
  return shown === asked ? "as asked" : "spelled differently";
}
