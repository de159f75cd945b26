import type { Answered } from "../../wire/exchange.js";
import { ifReadable } from "../../wire/outcome.js";
import { succeeded } from "../../wire/status.js";
import type { Ask } from "../check/ask.js";
import type { Check, Given } from "../check/check.js";
import { formBody } from "./form-fields.js";

/** A way to write a body that must not be taken. */
interface Writing {
  /** What the body is, in words. */
  readonly body: string;
  /** What is added to the name, or another text, that it holds, so that its effect can be told. */
  readonly mark: string;
  readonly write: (body: unknown) => NonNullable<Ask["raw"]>;
}

export const FORM: Writing = { body: "a form-encoded body", mark: "by form", write: formBody };
/** Without its last brace, so that a service that mends it would find every member. */
export const CUT_SHORT: Writing = {
  body: "a body that cannot be read as JSON",
  mark: "cut short",
  write: (body) => ({ text: JSON.stringify(body).slice(0, -1), contentType: "application/json" }),
};

/** An update whose body is written so, under a name, or with another text, that was never sent as JSON. */
export interface OddUpdate {
  readonly exchange: Answered;
  readonly name: string;
  readonly writing: Writing;
}

/**
 * Sends an accepted body again, under other names and in other formats; up to the first that is accepted, since the
 * next one would hide its effect.
 * @param name the one that was accepted
 * @param bodyWith the same body under another name
 */
export async function sendOdd(
  t: Check,
  update: Omit<Ask, "raw" | "body">,
  name: string,
  bodyWith: (name: string) => unknown,
): Promise<readonly OddUpdate[]> {
  const writings = [
    ...(t.affords("content.forms") ? [FORM] : []),
    ...(t.affords("content.cut-short") ? [CUT_SHORT] : []),
  ];
  const asked: OddUpdate[] = [];
  for (const writing of writings) {
    const other = `${name} ${writing.mark}`;
    const exchange = await ifReadable(t.ask({ ...update, raw: writing.write(bodyWith(other)) }));
    if (exchange !== null) asked.push({ exchange, name: other, writing });
    if (exchange !== null && succeeded(exchange)) break;
  }
  return asked;
}

/** An update by a body that must not be taken, and whether the record shows it. */
export interface OddDone extends OddUpdate {
  readonly isDone: boolean;
}

/**
 * A check that an update by a body written so has no effect. Where none was sent, other checks of the rule decide.
 * @param record what it would change
 * @param trial what was done to it, with the updates by such bodies
 */
export function hasNoEffect(
  writing: Writing,
  record: string,
  trial: Given<{ readonly odd: readonly OddDone[] } | null>,
): (t: Check) => Promise<void> {
  return async (t) => {
    const odd = (await t.tryGiven(trial))?.odd.find((each) => each.writing === writing);
    if (odd === undefined) return;
    const { exchange, isDone } = odd;
    const { status } = exchange.answer;
    t.saw("bodies");
    if (isDone)
      t.breach(exchange, `${writing.body} has no effect`, `status ${status}, and the ${record} was changed`);
    else if (succeeded(exchange))
      t.observe(`A ${record} update by ${writing.body} was answered with ${status} and had no effect.`);
  };
}
