import { isObject } from "../../contract/json.js";
import { type Item, idsOf } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { renderIds, renderValue } from "../../wire/message.js";
import type { Raw } from "../../wire/raw.js";
import { type Blame, finding } from "../finding.js";

/** A filter in words and as a test; null where an item does not show what the test needs. */
export interface Filter {
  /** As in the query: "label_status=voided". */
  readonly words: string;
  readonly meets: (raw: Raw) => boolean | null;
  /** The value of an item to show if it does not meet the filter. */
  readonly shows: (raw: Raw) => unknown;
}

interface FilterClaim extends Blame {
  readonly filter: Filter;
  readonly items: readonly Item[];
}

/** The filter for an exact value of a member; `parameter` if the query names it differently. */
export function byMember(member: string, value: string, parameter = member): Filter {
  return {
    words: `${parameter}=${value}`,
    meets: (raw) => (member in raw ? raw[member] === value : null),
    shows: (raw) => ({ [member]: raw[member] }),
  };
}

/**
 * The filter for a tag of this name. Whether a tag that has the name as a part, or in other letter case, meets it is left
 * open.
 */
export function byTag(name: string): Filter {
  const part = name.toLowerCase();
  const mayMeet = (tag: unknown) => String(tagName(tag)).toLowerCase().includes(part);
  return {
    words: `tag=${name}`,
    meets: ({ tags }) => {
      if (!Array.isArray(tags)) return null;
      if (tags.some((tag) => tagName(tag) === name)) return true;
      return tags.some(mayMeet) ? null : false;
    },
    shows: ({ tags }) => ({ tags }),
  };
}

/** Several filters as one. */
export function allOf(filters: readonly Filter[]): Filter {
  return {
    words: filters.map((filter) => filter.words).join("&"),
    meets: (raw) => {
      const answers = filters.map((filter) => filter.meets(raw));
      return answers.includes(false) ? false : answers.includes(null) ? null : true;
    },
    shows: (raw) => Object.assign({}, ...filters.map((filter) => filter.shows(raw))),
  };
}

/** Each item meets the filter. */
export function meetsFilter(claim: FilterClaim): Finding[] {
  const { filter, items } = claim;
  const odd = items.filter((item) => filter.meets(item.raw) === false);
  const [first] = odd;
  if (first === undefined) return [];
  const received = `${renderIds(idsOf(odd))}; ${first.id} has ${renderValue(filter.shows(first.raw))}`;
  return [finding(claim, `only items with ${filter.words}`, received)];
}

/** Whether some items certainly fail a filter: then it let in too much, which its own rule reports. */
export function letsInMore({ meets }: Filter, items: readonly Item[]): boolean {
  return items.some(({ raw }) => meets(raw) === false);
}

/** Every known item that meets the filter came. `known` is the unfiltered list, `items` the whole filtered one. */
export function missedByFilter(claim: FilterClaim & { known: readonly Item[] }): Finding[] {
  const { filter, items, known } = claim;
  const came = new Set(idsOf(items));
  const missing = known.filter((item) => filter.meets(item.raw) === true && !came.has(item.id));
  const [first] = missing;
  if (first === undefined) return [];
  const ids = renderIds(idsOf(missing));
  const received = `${items.length} came, without ${first.id}, which has ${renderValue(filter.shows(first.raw))}; missing: ${ids}`;
  return [finding(claim, `every item that meets ${filter.words}`, received)];
}

function tagName(tag: unknown): unknown {
  return isObject(tag) ? tag.name : undefined;
}
