import { isObject } from "../../contract/json.js";
import type { Ask } from "../check/ask.js";

/** Media type of a form. */
export const FORM_TYPE = "application/x-www-form-urlencoded";

/** A JSON body as a form. */
export function formBody(body: unknown): NonNullable<Ask["raw"]> {
  return { text: fieldsOf(body).toString(), contentType: FORM_TYPE };
}

/** The fields of a form with the members of a body; those of objects and arrays inside it in brackets. */
export function fieldsOf(body: unknown): URLSearchParams {
  return new URLSearchParams(isObject(body) ? membersOf(body, (name) => name) : []);
}

function membersOf(value: object, nameOf: (member: string) => string): [string, string][] {
  return Object.entries(value).flatMap(([member, each]: [string, unknown]) => {
    const name = nameOf(member);
    if (isObject(each) || Array.isArray(each)) return membersOf(each, (inner) => `${name}[${inner}]`);
    const field: [string, string] = [name, each === null ? "" : String(each)];
    return each === undefined ? [] : [field];
  });
}
