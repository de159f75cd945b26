import { linesOf, listing, membersOf, receivedIn, rulesBy } from "./cause.js";
import { byForm, isMissing, isOfForm, memberForm, recordOf } from "./forms.js";
import { member } from "./member.js";

/** If more members of a record than this are wrong, they have one cause together. */
const FEW = 2;

/** How many rules are broken about a form of a member, in any record; and about those of a record's members. */
const rulesByForm = rulesBy((breach) => [memberForm(breach) ?? []].flat());
const rulesByRecord = rulesBy((breach) => (isOfForm(breach) ? [recordOf(breach.rule)] : []));

/** Several members of one record, each wrong in its own way. */
export const record = byForm(
  (form, scene) => {
    const isOnlyHere = rulesByForm(scene).get(memberForm(form) ?? "") === 1;
    const name = recordOf(form.rule);
    return isOnlyHere && (rulesByRecord(scene).get(name) ?? 0) > FEW ? name : null;
  },
  (first, own, scene) => {
    const names = membersOf(own);
    // The others have a cause of their own.
    if (names.length === 1) return member.title(own, scene);
    const [came = "", ...others] = new Set(
      own.map(({ finding }) => receivedIn(finding).replace(/ \(\w+\)$/, "")),
    );
    const alike = others.length === 0 ? came : "not as documented";
    const how = own.every(isMissing) ? "missing" : alike;
    return `${names.length} members of ${recordOf(first.rule)} (${listing(linesOf(own), 2)}) are ${how}: ${listing(names)}`;
  },
);
