import { type Breach, type Explanation, linesOf, listing } from "./cause.js";
import { blocksByForm, formBehind, isOfForm } from "./forms.js";

/** A value, and the documented one that it seems to be. */
interface Spelling {
  readonly due: string;
  readonly came: string;
}

/** Values of an enumeration are written in other letters, wherever they are shown: filters by them look wrong too. */
export const spelled: Explanation = {
  kind: "member",
  keyOf: (breach, scene) => {
    const form = formBehind(breach, scene);
    return [breach, form].some((one) => one !== null && spellingIn(one) !== null) ? "spelled" : null;
  },
  leads: isOfForm,
  title: (breaches) => {
    const spellings = breaches.flatMap((breach) => spellingIn(breach) ?? []);
    const pairs = new Set(spellings.map(({ due, came }) => `${JSON.stringify(came)} for ${due}`));
    return `Values are spelled in another way: ${listing([...pairs], 3)} (${listing(linesOf(breaches), 3)})`;
  },
  blocks: blocksByForm,
};

/** The value of a member, or of an item that a filter lets in, which differs from what is due only in its letters. */
function spellingIn({ finding: { documented, received } }: Breach): Spelling | null {
  const [, listed, filtered] =
    /^one of (.*?)(?: and \d+ more)?$|^only \w+ with \w+=([\w-]+)$/.exec(documented) ?? [];
  const [, came] = /(?:^| has \{"\w+":)"([^"]*)"/.exec(received) ?? [];
  if (came === undefined) return null;
  const dues = filtered === undefined ? (listed ?? "").split(", ") : [filtered];
  const due = dues.find((value) => lettersOf(value) === lettersOf(came));
  return due === undefined || due === came ? null : { due, came };
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[\s_-]/g, "");
}
