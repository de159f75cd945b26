import { type Explanation, linesOf, listing, membersOf, notKept } from "./cause.js";
import { blocksByForm, formBehind, isMissing, isOfForm, memberForm, recordOf } from "./forms.js";
import { member } from "./member.js";

/** If more members of a record than this are wrong, they have one cause together. */
const FEW = 2;

/** Several members of one record, each wrong in its own way. */
export const record: Explanation = {
  kind: "member",
  keyOf: (breach, { members, records, forms }) => {
    const form = formBehind(breach, forms);
    if (form === null) return null;
    const isOnlyHere = members.get(memberForm(form) ?? "") === 1;
    const name = recordOf(form.rule);
    return isOnlyHere && (records.get(name) ?? 0) > FEW ? name : null;
  },
  leads: isOfForm,
  title: (breaches, scene) => {
    const own = breaches.filter(isOfForm);
    const [first] = own;
    if (first === undefined) return notKept(breaches);
    const names = membersOf(own);
    // The others have a cause of their own.
    if (names.length === 1) return member.title(breaches, scene);
    const how = own.every(isMissing) ? "missing" : "not as documented";
    return `${names.length} members of ${recordOf(first.rule)} (${listing(linesOf(own), 2)}) are ${how}: ${listing(names)}`;
  },
  blocks: blocksByForm,
};
