import { uniformInt } from "pure-rand/distribution/uniformInt";
import { mersenne } from "pure-rand/generator/mersenne";
import { IMPROBABLE_ID } from "../../contract/lists.js";
import type { Operation } from "../../contract/model.js";

/** A number that no account has reached, but small enough for services that count in 32 bits. */
const IMPROBABLE_SHORT = "2147480009";
const IMPROBABLE_DIGITS = IMPROBABLE_ID.replace(/\D/g, "");

/** What names hold that only runs of the suite give: each run also takes away what it named, unless it is killed. */
export const OF_RUNS = "plimsoll-";

/** Values for path parameters that are not ids of resources. */
const OTHER_VALUES: Readonly<Record<string, string>> = {
  country_code: "US",
  carrier_code: "plimsoll-carrier",
  tag_name: "plimsoll-tag",
  dir: "plimsoll",
  subdir: "plimsoll",
  filename: "plimsoll.pdf",
  path: "plimsoll/plimsoll.pdf",
};

/** A hexadecimal tail after an id's prefix, such as a UUID; it stays hexadecimal when made up. */
const HEXADECIMAL_TAIL = /^[\da-f-]{16,}$/i;

/**
 * Well-formed ids that name no resource, the more likely well-formed one first: like the sample if there is one,
 * otherwise in the form of the contract.
 * @param sample an id of the same kind from the target
 */
export function unknownIds(parameter: string, sample: string | undefined, seed: number): readonly string[] {
  if (!hasForm(sample)) return [defaultId(parameter)];
  const [, prefix = "", digits] = /^(\D*?)(\d+)$/.exec(sample) ?? [];
  if (digits !== undefined) return [`${prefix}${IMPROBABLE_DIGITS}`, `${prefix}${IMPROBABLE_SHORT}`];
  return [scramble(sample, seed)];
}

/** What is left of an id without its leading word; of fewer characters, each may be in use. */
const FEW = 5;

/** Whether a known id shows the form of ids so that others can be made up: a number, or long enough. */
export function hasForm(sample: string | undefined): sample is string {
  if (sample === undefined) return false;
  return /^\D*\d+$/.test(sample) || sample.replace(WORD, "").replace(/[\W_]/g, "").length > FEW;
}

/**
 * The same for a change or a deletion: like the sample only if that is a number, of which a large one is not in use, or
 * as long as a UUID.
 */
export function certainlyUnknownIds(
  parameter: string,
  sample: string | undefined,
  seed: number,
): readonly string[] {
  const isNumber = /^\D*\d+$/.test(sample ?? "");
  const isLong = HEXADECIMAL_TAIL.test(sample?.replace(WORD, "") ?? "");
  return unknownIds(parameter, isNumber || isLong ? sample : undefined, seed);
}

/** An id that a target must not take for a known one. */
export interface AlmostKnown {
  readonly id: string;
  /** How it differs from the known id. */
  readonly reason: string;
}

/**
 * Ids in the form of a known number that differ from it at its end: a digit more and, where a number is left, a digit
 * less. Another record may have them.
 */
export function almostKnown(sample: string | undefined): readonly AlmostKnown[] {
  const [known, cut] = /^(\D*\d*)\d$/.exec(sample ?? "") ?? [];
  if (known === undefined || cut === undefined) return [];
  const longer = { id: `${known}7`, reason: `which is ${known} and a digit more` };
  const shorter = { id: cut, reason: `which lacks the last digit of ${known}` };
  return /\d{2}$/.test(cut) ? [shorter, longer] : [longer];
}

/**
 * The first of some ids without its last character: another id, which a target must not take for the whole one.
 * @param known ids that exist: what is left must be none of them
 * @param form what is left must look like an id
 */
export function cutShort(ids: readonly string[], known: readonly unknown[], form = /\w$/): string | null {
  return ids.map((id) => id.slice(0, -1)).find((cut) => form.test(cut) && !known.includes(cut)) ?? null;
}

/** Path parameters for an operation that lead to no resource. */
export function madeUpPath({ pathParams }: Operation): Record<string, string> {
  return Object.fromEntries(pathParams.map((name) => [name, defaultId(name)]));
}

function defaultId(parameter: string): string {
  if (parameter === "report_id") return "rpt_plimsoll999999999";
  return OTHER_VALUES[parameter] ?? IMPROBABLE_ID;
}

/** A leading word such as "rpt_". */
const WORD = /^[a-z]{1,8}[_-](?=.)/i;

/** Keeps a leading word and changes the rest. */
function scramble(sample: string, seed: number): string {
  const prefix = WORD.exec(sample)?.[0] ?? "";
  const tail = sample.slice(prefix.length);
  const letters = HEXADECIMAL_TAIL.test(tail) ? "abcdef" : "abcdefghjkmnpqrstvwxyz";
  const numbers = mersenne(seed);
  const one = (from: string): string => from[uniformInt(numbers, 0, from.length - 1)] ?? "x";
  return (
    prefix +
    tail.replace(/[\dA-Za-z]/g, (char) => {
      if (/\d/.test(char)) return one("0123456789");
      return char === char.toLowerCase() ? one(letters) : one(letters).toUpperCase();
    })
  );
}
