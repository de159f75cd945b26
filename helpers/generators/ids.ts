import fc from "fast-check";

/** Digits that follow the prefix: long enough that no service has counted so far. */
const DIGITS = { minLength: 15, maxLength: 18 };

const digits = fc
  .tuple(
    fc.constantFrom(..."987654321"),
    fc.string({
      unit: fc.constantFrom(..."0123456789"),
      minLength: DIGITS.minLength - 1,
      maxLength: DIGITS.maxLength - 1,
    }),
  )
  .map((parts) => parts.join(""));

/**
 * Well-formed ids of resources that will hardly exist: `se-` and many digits, all within 64 bits.
 * @param taken ids that do exist and are never drawn
 */
export function improbableIds(taken: Iterable<string> = []): fc.Arbitrary<string> {
  const known = new Set(taken);
  return digits.map((text) => `se-${text}`).filter((id) => !known.has(id));
}

/** Well-formed report ids that will hardly exist: `rpt_` and many letters and digits. */
export const improbableReportIds: fc.Arbitrary<string> = fc
  .string({ unit: fc.constantFrom(..."0123456789abcdefghijklmnopqrstuvwxyz"), minLength: 24, maxLength: 32 })
  .map((text) => `rpt_${text}`);

/** Ids of v1 webhooks that will hardly exist: plain digits. */
export const improbableWebhookIds: fc.Arbitrary<string> = digits;
