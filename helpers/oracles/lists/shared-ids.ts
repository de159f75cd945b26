import { askedOf } from "../../wire/asked.js";
import type { Item, Page } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { type Instant, mayBeSame } from "../../wire/instant.js";
import { finding } from "../finding.js";

interface Shown {
  readonly page: Page;
  readonly createdAt: Instant;
}

/**
 * Judges that no two items of some pages share an id. Two items are told apart by their times of creation, which never
 * change; one that merely comes twice breaks another law.
 */
export function sharedIds({ rule, pages }: { rule: string; pages: readonly Page[] }): Finding[] {
  const first = new Map<string, Shown>();
  for (const page of pages) {
    for (const { id, createdAt } of page.items) {
      if (createdAt === null) continue;
      const before = first.get(id);
      if (before === undefined) first.set(id, { page, createdAt });
      else if (!mayBeSame(before.createdAt, createdAt))
        return [shared(rule, id, before, { page, createdAt })];
    }
  }
  return [];
}

function shared(rule: string, id: Item["id"], one: Shown, other: Shown): Finding {
  const exchanges = [...new Set([one.page.exchange, other.page.exchange])];
  const received = `${id} for two items: ${wordsOf(one)}, and ${wordsOf(other)}`;
  return finding({ rule, exchanges }, "each item of a list has an id of its own", received);
}

function wordsOf({ page, createdAt }: Shown): string {
  return `one of page ${askedOf(page.exchange)?.page ?? 1} created at ${createdAt.text}`;
}
