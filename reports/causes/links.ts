import { type Breach, type Explanation, linesOf, listing, namesIn } from "./cause.js";

/** The links of many lists are made in one place; following one shows what is wrong with it too. */
export const links: Explanation = {
  kind: "paging",
  keyOf: (breach) => (linkOf(breach) === null ? null : "links"),
  title: (breaches) => {
    const names = [...new Set(breaches.flatMap((breach) => linkOf(breach) ?? []))];
    return `The links of ${listing(linesOf(breaches))} are wrong: ${listing(names)}`;
  },
};

/** The link that a breach is about. */
function linkOf({ finding: { pointer, documented } }: Breach): string | null {
  const [, inPage] = /^\/links\/(\w+)/.exec(namesIn(pointer)) ?? [];
  const [, followed] = /^the (\w+) link leads to /.exec(documented) ?? [];
  return inPage ?? followed ?? null;
}
