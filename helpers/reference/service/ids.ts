/** First number of each kind of id, far enough apart that kinds never overlap. */
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

/** The id of a kind with a number. */
export const idText = (kind: IdKind, number: number): string =>
  kind === "webhook" ? String(number) : `se-${number}`;

/** How far ids of each kind have been assigned. */
export interface IdState {
  readonly given: ReadonlyMap<IdKind, number>;
  readonly reports: number;
  readonly taken: ReadonlySet<string>;
}

/** Assigns ascending ids, none of them twice. */
export class Ids {
  #given = new Map<IdKind, number>();
  readonly #text: typeof idText;
  #reports = 0;
  #taken = new Set<string>();

  /** @param text how ids are written; all numbers of all kinds must give different ids */
  constructor(text: typeof idText) {
    this.#text = text;
  }

  next(kind: IdKind): string {
    const number = (this.#given.get(kind) ?? FIRST[kind]) + 1;
    this.#given.set(kind, number);
    const id = this.#text(kind, number);
    return this.#taken.has(id) ? this.next(kind) : id;
  }

  /** Reserves an id that a client chose. */
  take(id: string): void {
    this.#taken.add(id);
  }

  report(): string {
    this.#reports += 1;
    const id = `rpt_${(9_176_543 + this.#reports * 7_919).toString(36)}${this.#reports}`;
    return this.#taken.has(id) ? this.report() : id;
  }

  get state(): IdState {
    return { given: new Map(this.#given), reports: this.#reports, taken: new Set(this.#taken) };
  }

  set state({ given, reports, taken }: IdState) {
    this.#given = new Map(given);
    this.#reports = reports;
    this.#taken = new Set(taken);
  }
}
