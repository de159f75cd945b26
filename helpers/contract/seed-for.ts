/**
 * The seed of one check, or of whatever else has a name: the run's seed mixed with the name (FNV-1a), so that each draws
 * its own values.
 */
export function seedFor(runSeed: number, name: string): number {
  let hash = 0x811c9dc5 ^ runSeed;
  for (const char of name) {
    hash ^= char.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash | 0;
}
