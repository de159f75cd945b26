import fc from "fast-check";
import { OFFSET_LIMIT } from "../../../contract/lists.js";

/** Numbers that wrap around or lose digits in 32-bit or 64-bit types. */
const HUGE = [
  "2147483648",
  "4294967297",
  "4294967396",
  "9007199254740993",
  "9223372036854775808",
  "18446744073709551617",
  "99999999999999999999",
];

/** Numbers of 32 bits whose products wrap around. */
const LARGE = ["65536", "4194304", "2147483647"];

/**
 * Page numbers and sizes above the offset limit, as texts: just above it, and of any length. The former come first, so
 * that a failure with long numbers is shown with short ones if those fail too.
 */
export const beyondLimit = fc.oneof(
  { withCrossShrink: true },
  fc
    .integer({ min: 1, max: 500 })
    .map((size) => ({ page: String(Math.floor(OFFSET_LIMIT / size) + 1), size: String(size) })),
  fc.record({ page: fc.constantFrom(...HUGE), size: fc.constantFrom("1", "25", "100", "65536") }),
  fc.record({ page: fc.constantFrom("1", "2", "3", "65536"), size: fc.constantFrom(...HUGE) }),
  fc.record({ page: fc.constantFrom(...LARGE), size: fc.constantFrom(...LARGE) }),
);
