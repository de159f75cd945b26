import type { FixtureKind } from "../../target/settings/fixture-kinds.js";
import { isLoopback, type Settings } from "../../target/settings/settings.js";
import type { Check } from "../check/check.js";

/** What these functions need of a check. */
interface Configured extends Pick<Check, "mayWrite"> {
  readonly settings: Pick<Settings, "fixtures" | "fixturesAll" | "url">;
}

/** Ids of a kind that the configuration names as fixtures. */
export function namedFixtures(t: Pick<Configured, "settings">, kind: FixtureKind): readonly string[] {
  return t.settings.fixtures[kind] ?? [];
}

/** Whether the run may change what has this id, of whatever kind it is. */
export function isFixture(t: Configured, id: string): boolean {
  const { fixtures, fixturesAll } = t.settings;
  return t.mayWrite("fixtures") && (fixturesAll || Object.values(fixtures).flat().includes(id));
}

/**
 * Ids of a kind that the run may change: the named ones first, then, if everything that the target holds is a fixture,
 * listed ones. None if the run may change no fixtures.
 */
export async function fixtureIds(
  t: Configured,
  kind: FixtureKind,
  listed: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  if (!t.mayWrite("fixtures")) return [];
  return [...new Set([...namedFixtures(t, kind), ...(t.settings.fixturesAll ? await listed() : [])])];
}

/**
 * Ids of fixtures of a kind, for a check that can do nothing without one.
 * @param what what the check does to it, in the present tense: "cancels a shipment"
 * @throws Inconclusive if there is none
 */
export async function neededFixtures(
  t: Configured & Pick<Check, "inconclusive">,
  kind: FixtureKind,
  what: string,
  listed: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  if (!t.mayWrite("fixtures")) needsFixtures(t, kind, what);
  const ids = await fixtureIds(t, kind, listed);
  return ids.length > 0
    ? ids
    : t.inconclusive(`${what}, and found none; name one as fixture ${kind}`, `--fixture ${kind}=ID`);
}

/** Ends a check that changes fixtures, which the run may not. On this machine it need not be told which. */
export function needsFixtures(
  t: Configured & Pick<Check, "inconclusive">,
  kind: FixtureKind,
  what: string,
): never {
  const { url, fixtures } = t.settings;
  if (isLoopback(url) && Object.keys(fixtures).length === 0)
    t.inconclusive(
      `${what}; --writes fixtures allows it: the target is on this machine`,
      "--writes fixtures",
    );
  return t.inconclusive(
    // Rules about orders in different statuses are settled together.
    `${what}; needs --writes fixtures with a fixture ${kind.replace(/^(purchase_order):.*/, "$1:<status>")}`,
    "--writes fixtures",
    `--fixture ${kind}=ID`,
  );
}
