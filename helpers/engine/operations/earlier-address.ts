import type { Check } from "../check/check.js";

/**
 * Path and query of an address that the run asked for before. A replay repeats what the recorded run chose, whatever it
 * has asked for so far. Null if there is none.
 * @param note the name under which the choice is recorded
 */
export async function earlierAddress(
  t: Check,
  note: string,
  choose: () => Promise<URL | undefined>,
): Promise<string | null> {
  const { sideNotes, player } = t.session;
  const recorded = sideNotes.recall<string>(note);
  if (recorded !== null || player !== null) return recorded;
  const chosen = await choose();
  if (chosen === undefined) return null;
  const address = chosen.pathname + chosen.search;
  sideNotes.remember(note, address);
  return address;
}
