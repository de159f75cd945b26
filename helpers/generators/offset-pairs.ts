import fc from "fast-check";

/** A page and a page size as they are written in a query; they may exceed every number type. */
export interface OffsetPair {
  readonly page: string;
  readonly page_size: string;
}

/** Largest product of page and page_size that the shipment list serves. */
const LIMIT = 10_000;
/** Largest page size that the contract mentions. */
const LARGEST_SIZE = 500;

const sizes = fc.oneof(fc.constantFrom(1, 25, 100, LARGEST_SIZE), fc.integer({ min: 1, max: LARGEST_SIZE }));

/** Pairs just above the limit: the first page of a size that exceeds it, or one of the next few. */
export const justBeyondOffset: fc.Arbitrary<OffsetPair> = fc
  .tuple(sizes, fc.nat(3))
  .map(([size, further]) => pair(Math.floor(LIMIT / size) + 1 + further, size));

/** Pairs at the limit or just below it, which the limit must not refuse. */
export const justWithinOffset: fc.Arbitrary<OffsetPair> = fc
  .tuple(sizes, fc.nat(3))
  .map(([size, nearer]) => pair(Math.max(1, Math.floor(LIMIT / size) - nearer), size));

/** Pairs whose product is exactly the limit. */
export const exactlyAtOffset: fc.Arbitrary<OffsetPair> = fc
  .constantFrom(...divisors(LIMIT).filter((size) => size <= LARGEST_SIZE))
  .map((size) => pair(LIMIT / size, size));

/** Pairs far above the limit, at any distance. */
export const farBeyondOffset: fc.Arbitrary<OffsetPair> = sizes.chain((size) =>
  fc.integer({ min: Math.floor(LIMIT / size) + 1, max: 2 ** 31 - 1 }).map((page) => pair(page, size)),
);

/** Numbers at which a fixed-width integer or a double goes wrong. */
const BRINKS = [2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 63n, 2n ** 64n, 10n ** 20n];

/** Pages next to the brink of a number type: truncated or wrapped, they would fall below the limit. */
export const overflowingPairs: fc.Arbitrary<OffsetPair> = fc
  .tuple(fc.constantFrom(...BRINKS), fc.integer({ min: -1, max: 2 }), fc.constantFrom(1, 2, 25, LARGEST_SIZE))
  .map(([brink, off, size]) => pair(brink + BigInt(off), size));

function pair(page: number | bigint, size: number): OffsetPair {
  return { page: String(page), page_size: String(size) };
}

function divisors(value: number): readonly number[] {
  return Array.from({ length: value }, (_, at) => at + 1).filter((candidate) => value % candidate === 0);
}
