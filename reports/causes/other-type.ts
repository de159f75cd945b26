import { groupBy } from "../../helpers/contract/group-by.js";
import { type Breach, derived, linesOf, listing, membersOf, type Scene } from "./cause.js";
import { byForm, formsIn, isMissing, mayBeNull, recordOf } from "./forms.js";

/** So many members are unlikely to have another type, each for its own reason. */
const MANY = 4;
/** What a member is documented as. */
const DUE: readonly (readonly [RegExp, string])[] = [
  [/^a (whole )?number\b/, "Numbers"],
  [/^a string\b/, "Strings"],
  [/^true or false\b/, "Booleans"],
  [/^a member\b/, "Members"],
];
/** What came instead. */
const CAME: readonly (readonly [RegExp, string])[] = [
  [/\(string\)( \(\d+ places\))?$/, "as strings"],
  [/\(number\)( \(\d+ places\))?$/, "as numbers"],
  [/^null\b/, "as null"],
  [/^none, but /, "in another spelling"],
];

/**
 * Whatever writes the answers gives one type for another, spells names otherwise, or leaves null out, whichever member
 * it writes.
 */
export const otherType = byForm(
  (form, scene) => {
    const type = typeIn(form, scene);
    return type !== null && (typesIn(scene).get(type) ?? 0) >= MANY ? type : null;
  },
  (first, own, scene) => `${typeIn(first, scene)}: ${listing(membersOf(own))} (${listing(linesOf(own), 3)})`,
);

/** How many members have one type instead of another. */
const typesIn = derived((scene) => {
  const groups = [...groupBy(formsIn(scene), (form) => typeIn(form, scene))];
  return new Map(groups.map(([type, own]) => [type, membersOf(own).length]));
});

/** "Numbers come as strings"; null where it is no matter of types, spelling or null. */
function typeIn(form: Breach, scene: Scene): string | null {
  const { documented, received } = form.finding;
  const [, due] = DUE.find(([pattern]) => pattern.test(documented)) ?? [];
  const [, came] = CAME.find(([pattern]) => pattern.test(received)) ?? [];
  if (due !== undefined && came !== undefined) return `${due} come ${came}`;
  const isLeftOut = mayBeNull(form) && !incomplete(scene).has(recordOf(form.rule));
  return isLeftOut ? "Members that may be null are left out" : null;
}

/** The records that lack members which are never null. */
const incomplete = derived(
  (scene) =>
    new Set(
      formsIn(scene)
        .filter((form) => isMissing(form) && !mayBeNull(form))
        .map(({ rule }) => recordOf(rule)),
    ),
);
