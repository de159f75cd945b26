import { groupBy } from "../../helpers/contract/group-by.js";
import { type Breach, derived, linesOf, listing, membersOf } from "./cause.js";
import { byForm, formsIn } from "./forms.js";

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

/** Whatever writes the answers gives one type for another, or spells names otherwise, whichever member it writes. */
export const otherType = byForm(
  (form, scene) => {
    const type = typeIn(form);
    return type !== null && (typesIn(scene).get(type) ?? 0) >= MANY ? type : null;
  },
  (first, own) => `${typeIn(first)}: ${listing(membersOf(own))} (${listing(linesOf(own), 2)})`,
);

/** How many members have one type instead of another. */
const typesIn = derived((scene) => {
  const groups = [...groupBy(formsIn(scene), typeIn)];
  return new Map(groups.map(([type, own]) => [type, membersOf(own).length]));
});

/** "Numbers come as strings"; null where it is no matter of types or spelling. */
function typeIn({ finding }: Breach): string | null {
  const [, due] = DUE.find(([pattern]) => pattern.test(finding.documented)) ?? [];
  const [, came] = CAME.find(([pattern]) => pattern.test(finding.received)) ?? [];
  return due === undefined || came === undefined ? null : `${due} come ${came}`;
}
