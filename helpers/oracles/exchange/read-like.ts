import { placedStringsIn } from "../../wire/search.js";
import { segmentsOf } from "../../wire/segment.js";
import type { Shown } from "./states.js";

/**
 * How a read that names a record, or follows one of its links, is made for another record. Null if it does neither.
 * @param url address of the read
 * @param record as it was shown
 * @returns the address for the other record; null if that lacks such a link
 */
export function readLike(url: string, record: Shown): ((other: Shown) => string | null) | null {
  const segments = segmentsOf(new URL(url));
  if (segments.includes(record.id)) {
    return (other) => {
      const like = new URL(url);
      like.pathname = segments
        .map((segment) => encodeURIComponent(segment === record.id ? other.id : segment))
        .join("/");
      return like.href;
    };
  }
  const { pathname } = new URL(url);
  const link = placedStringsIn(record.raw).find(({ text }) => text.endsWith(pathname));
  if (link === undefined) return null;
  return (other) => placedStringsIn(other.raw).find(({ pointer }) => pointer === link.pointer)?.text ?? null;
}
