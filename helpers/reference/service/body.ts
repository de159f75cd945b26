import { isObject, parsedJson } from "../../contract/json.js";
import { invalidValue, Problem, valueRequired } from "./problem.js";
import type { JsonObject } from "./records.js";

/** The member of that name if it is an object, otherwise an empty one. */
export function objectIn(from: JsonObject, name: string): JsonObject {
  const value = from[name];
  return isObject(value) ? value : {};
}

/** The objects in the list of that name; none without a list. */
export function objectsIn(from: JsonObject, name: string): readonly JsonObject[] {
  const value = from[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The strings in the list of that name; none without a list. */
export function stringsIn(from: JsonObject, name: string): readonly string[] {
  const value = from[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** An optional member. Throws 400 if it is present but not a string. */
export function optionalText(from: JsonObject, name: string): string | undefined {
  const value = from[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw invalidValue(name, JSON.stringify(value), `${name} must be a string.`);
  return value;
}

/** A required member. Throws 400 if it is missing, empty or not a string. */
export function requiredText(from: JsonObject, name: string): string {
  const value = optionalText(from, name);
  if (value === undefined || value === "") throw valueRequired(name);
  return value;
}

/** An optional member that must be an object. Throws 400 otherwise. */
export function optionalObject(from: JsonObject, name: string): JsonObject | undefined {
  const value = from[name];
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw invalidValue(name, JSON.stringify(value), `${name} must be an object.`);
  return value;
}

/** The value if it is one of the allowed ones. Throws 400. */
export function oneOf<const T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw invalidValue(name, value, `${name} must be one of ${allowed.join(", ")}.`);
}

/** A request body as it came. */
export interface RawBody {
  readonly text: string;
  /** Value of Content-Type, or null without one. */
  readonly type: string | null;
}

/**
 * Reads a JSON object. An empty body reads as undefined.
 * @throws Problem 400 for anything but a JSON object that is declared as JSON
 */
export function parseBody({ text, type }: RawBody): JsonObject | undefined {
  if (text === "") return undefined;
  if (!/^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(type ?? "")) {
    const message = "The request body must be sent as application/json.";
    throw new Problem(400, { type: "validation", code: "invalid_object", message });
  }
  const value = parsedJson(text);
  if (value === undefined) throw malformed("The request body is not valid JSON.");
  if (!isObject(value)) throw malformed("The request body must be a JSON object.");
  return value;
}

/** 400: the body cannot be used. */
export function malformed(message: string): Problem {
  return new Problem(400, { type: "validation", code: "invalid_object", message });
}
