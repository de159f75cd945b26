import { isObject, parsedJson } from "../contract/json.js";
import type { Answer, Body, Exchange } from "./exchange.js";

/** A JSON object from the wire. */
export type Raw = Readonly<Record<string, unknown>>;

/** The JSON of an answer; undefined if there is none. */
export function jsonOf(answer: Answer | null | undefined): unknown {
  return answer?.body.kind === "json" ? answer.body.value : undefined;
}

/** The text of a body; empty if it has none. */
export function textOf(body: Body): string {
  return "text" in body ? body.text : "";
}

/** Whether a body was not read to its end by a limit of the run, so that it shows nothing of the target. */
export function isCutShort(body: Body): boolean {
  return body.kind === "unreadable" && body.byOurLimit === true;
}

/** The JSON object of an answer; null if it is not one. */
export function objectOf(answer: Answer | null | undefined): Raw | null {
  const value = jsonOf(answer);
  return isObject(value) ? value : null;
}

/** The JSON object of a 200; null for any other answer. */
export function okObjectOf(answer: Answer | null): Raw | null {
  return answer?.status === 200 ? objectOf(answer) : null;
}

/** The JSON object in the body of a request; null if it is none. */
export function sentIn({ request }: Pick<Exchange, "request">): Raw | null {
  const value = parsedJson(request.body);
  return isObject(value) ? value : null;
}

/** The href of a link; null if it is not `{href}`. */
export function hrefIn(link: unknown): string | null {
  return isObject(link) && typeof link.href === "string" ? link.href : null;
}
