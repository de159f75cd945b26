import type { Finding, Findings } from "./exchange.js";

interface Breach {
  /** The clearest finding. */
  readonly first: Finding;
  readonly count: number;
}

/** Masks array positions, so that /labels/3/amount and /labels/7/amount are the same place. */
export function pointerPattern(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, "/*");
}

function key(finding: Finding): string {
  return JSON.stringify([
    finding.rule,
    finding.operation,
    finding.documented,
    pointerPattern(finding.pointer ?? ""),
  ]);
}

/**
 * Orders findings by how convincing they are: reproducible ones before intermittent ones, shrunk ones first, then the
 * shortest request. The rest only makes the order independent of when a finding was made.
 */
function clearest(one: Finding, other: Finding): number {
  return (
    Number(one.intermittent ?? false) - Number(other.intermittent ?? false) ||
    Number(other.smallest !== undefined) - Number(one.smallest !== undefined) ||
    one.request.length - other.request.length ||
    one.received.length - other.received.length ||
    compare(JSON.stringify(one), JSON.stringify(other))
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/**
 * Groups equal findings: same rule, operation, documented sentence and place in the body, whatever the position in an
 * array. The clearest breach comes first.
 */
export function breachesIn(findings: Findings): readonly Breach[] {
  const groups = new Map<string, { first: Finding; count: number }>();
  for (const finding of findings.toSorted(clearest)) {
    const group = groups.get(key(finding));
    if (group === undefined) groups.set(key(finding), { first: finding, count: 1 });
    else group.count += 1;
  }
  return [...groups.values()];
}

/**
 * Whether two findings from different times show the same breach: the same was received, or some of the same ids. What a
 * target says beside a status may be new each time.
 */
export function isSameBreach(one: Finding, other: Finding): boolean {
  if (one.rule !== other.rule) return false;
  const ids = oddIds(one);
  return withoutWords(one) === withoutWords(other) || oddIds(other).some((id) => ids.includes(id));
}

function withoutWords({ received }: Finding): string {
  return received.replace(/^(status \d{3}) \(.*\)/s, "$1");
}

function oddIds({ received }: Finding): readonly string[] {
  return received.slice(oddAt(received)).match(ID) ?? [];
}

/** Where a text starts to name what is missing or not due, after what was received; 0 if it does not. */
function oddAt(received: string): number {
  return Math.max(0, received.search(/missing: |not due: /));
}

/** What may be an id: letters or digits with at least one digit, longer than a count. */
const ID = /\b(?=[\w-]*\d)[\w-]{5,}/g;
