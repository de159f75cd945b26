import { memo } from "../../contract/memo.js";
import type { Item } from "../../wire/decode.js";

/**
 * Which members of items went to another value and back to a former one, and so belong to somebody who is at work on
 * these items: two looks that show the same value do not show what stood there in between.
 */
export class ToAndFro {
  /** By item, the values of each member, in the order in which they were seen. */
  readonly #seen = new Map<string, readonly string[][]>();
  readonly #returned = new Map<string, Set<string>>();
  #changes = 0;

  /** @param members those that matter */
  constructor(private readonly members: readonly string[]) {}

  /** Whether any member was seen with two values. */
  get sawChange(): boolean {
    return this.#changes > 0;
  }

  /** Takes what one page, or a whole list, shows. */
  look(items: readonly Item[]): void {
    for (const item of items) {
      const seen = memo(this.#seen, item.id, () => this.members.map((): string[] => []));
      for (const [at, member] of this.members.entries()) this.#note(item, member, seen[at] ?? []);
    }
  }

  /** The items without those members: what they hold at any moment is unknown. */
  without(items: readonly Item[]): readonly Item[] {
    return items.map((item) => {
      const returned = this.#returned.get(item.id);
      if (returned === undefined) return item;
      const kept = Object.entries(item.raw).filter(([name]) => !returned.has(name));
      return { ...item, raw: Object.fromEntries(kept) };
    });
  }

  /** Whether a member of the item came back to a former value. */
  has(id: string): boolean {
    return this.#returned.has(id);
  }

  #note({ id, raw }: Item, member: string, values: string[]): void {
    const value = JSON.stringify(raw[member]) ?? "";
    if (values.at(-1) === value) return;
    if (values.length > 0) this.#changes += 1;
    if (values.includes(value)) memo(this.#returned, id, () => new Set<string>()).add(member);
    values.push(value);
  }
}
