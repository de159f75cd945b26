import type { Finding } from "../contract/exchange.js";
import { Inconclusive } from "../contract/outcome.js";

/** Readings of one relation before data that never hold still count as inconclusive. */
const READINGS = 3;

/**
 * Judges a relation over data that other people may be changing (DESIGN "judging fairly").
 *
 * The relation is read once; without findings that is all. Otherwise it is read again between two equal
 * fingerprints of the data. What comes back there is a finding. What does not come back, although the
 * fingerprint is the one of before the first reading, is a finding marked intermittent. Where the fingerprint
 * moves each time the check is inconclusive.
 *
 * @param fingerprint text that changes whenever the data under the relation change
 * @param before the fingerprint as it was before the first reading, or null when unknown
 * @throws Inconclusive when the data never held still
 */
export async function judgeSteady(
  read: () => Promise<readonly Finding[]>,
  fingerprint: () => Promise<string>,
  before: string | null,
): Promise<readonly Finding[]> {
  const first = await read();
  if (first.length === 0) return first;
  let start = await fingerprint();
  const unmoved = before !== null && start === before;
  for (let reading = 1; reading <= READINGS; reading += 1) {
    const again = await read();
    const end = await fingerprint();
    if (end === start) {
      if (again.length > 0) return again;
      return unmoved ? first.map((finding) => ({ ...finding, intermittent: true })) : [];
    }
    start = end;
  }
  throw new Inconclusive(
    `the data changed during each of ${READINGS + 1} readings; run again while nobody writes to the target`,
  );
}
