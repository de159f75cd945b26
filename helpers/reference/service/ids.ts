/** First number of each kind of id; far enough apart that ids of different kinds never meet. */
const FIRST = {
  carrier: 110_001,
  warehouse: 120_001,
  user: 130_001,
  webhook: 3_001,
  batch: 610_001,
  shipment: 20_100_001,
  label: 40_100_001,
  purchaseOrder: 710_001,
  plain: 810_001,
} as const;

export type IdKind = keyof typeof FIRST;

/** How an id of a kind is written. */
export const idText = (kind: IdKind, number: number): string =>
  kind === "webhook" ? String(number) : `se-${number}`;

/** Hands out ids, ascending, no id twice. */
export class Ids {
  readonly #given = new Map<IdKind, number>();
  readonly #text: typeof idText;
  #reports = 0;

  /** @param text how ids are written; no two numbers of all kinds may be written alike */
  constructor(text: typeof idText) {
    this.#text = text;
  }

  next(kind: IdKind): string {
    const number = (this.#given.get(kind) ?? FIRST[kind]) + 1;
    this.#given.set(kind, number);
    return this.#text(kind, number);
  }

  report(): string {
    this.#reports += 1;
    return `rpt_${(9_176_543 + this.#reports * 7_919).toString(36)}${this.#reports}`;
  }
}
