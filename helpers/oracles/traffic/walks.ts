import { memo } from "../../contract/memo.js";
import type { PageSeen } from "./readings.js";

/** Pages of one query, ignoring the page number: each page once, in order. */
export interface RecordedWalk {
  readonly readings: readonly PageSeen[];
  /** True if every page is there and, except the last, holds as many items as asked for. */
  readonly whole: boolean;
}

/** The walks of a stretch: readings grouped by query, ignoring the page number. */
export function walksOf(stretch: readonly PageSeen[]): readonly RecordedWalk[] {
  const byQuery = new Map<string, Map<number, PageSeen>>();
  for (const reading of stretch) {
    // Pages past the last are not part of a walk.
    if (reading.asked.page > lastPage(reading)) continue;
    const key = `${queryApartFromPage(reading)} of ${reading.total}`;
    const pages = memo(byQuery, key, () => new Map<number, PageSeen>());
    if (!pages.has(reading.asked.page)) pages.set(reading.asked.page, reading);
  }
  return [...byQuery.values()].map((pages) => {
    const readings = [...pages.values()].toSorted((one, other) => one.asked.page - other.asked.page);
    return { readings, whole: isWhole(readings) };
  });
}

function queryApartFromPage({ query }: PageSeen): string {
  return query
    .split("&")
    .filter((pair) => !pair.startsWith("page="))
    .join("&");
}

/** A target may serve smaller pages than asked for: then their number is unknown. */
function isWhole(readings: readonly PageSeen[]): boolean {
  const [first] = readings;
  if (first === undefined) return false;
  const last = lastPage(first);
  return (
    readings.length === last &&
    readings.every(({ page, asked }, at) => at === last - 1 || page.items.length === asked.size)
  );
}

function lastPage({ total, asked }: PageSeen): number {
  return Math.max(1, Math.ceil(total / asked.size));
}
