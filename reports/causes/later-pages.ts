import { type Breach, type Explanation, linesOf, listing, shared } from "./cause.js";

/** Several filters of a list hold on its first page and are lost on further ones. */
export const laterPages: Explanation = {
  kind: "topic",
  keyOf: shared(keysOf),
  title: (breaches) => {
    const filters = [...new Set(breaches.map(({ rule }) => rule.id.split(".").slice(2).join(".")))];
    return `${linesOf(breaches).join()}: filters are lost behind the first page: ${listing(filters)}`;
  },
  fix: () => "filter every page alike",
};

function keysOf({ rule, finding: { operation } }: Breach): string[] {
  const isFilter = /^[\w-]+\.filter\./.test(rule.id);
  return isFilter && operation !== null && rule.findings.every(isBehindFirst) ? [operation] : [];
}

function isBehindFirst({ request }: Breach["finding"]): boolean {
  return Number(/[?&]page=(\d+)/.exec(request)?.[1]) > 1;
}
