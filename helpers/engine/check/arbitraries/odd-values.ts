import fc from "fast-check";
import type { QueryParameter } from "../../../contract/model.js";

/** Longest value drawn, in characters: well below what servers allow a request line. */
const LONG = 2_000;

/** Texts that no parameter expects, whatever its type. Control characters are for the client to escape. */
const ODD_TEXTS = [
  "",
  " ",
  "null",
  "undefined",
  "NaN",
  "[]",
  "{}",
  "'",
  '"',
  "%",
  "\u0000",
  "\r\n",
  "\u001f",
  "💥",
];
const ODD_NUMBERS = ["0", "-1", "1.5", "1e3", "+1", "0x10", "١", "9".repeat(30)];

/** Values that cannot be meant for a parameter: of another type, outside its enumeration, empty, very long. */
export function oddValues(parameter: QueryParameter): fc.Arbitrary<string> {
  const fit = new Set(parameter.enum ?? []);
  const texts = fc.constantFrom(...ODD_TEXTS).filter((text) => !fit.has(text));
  const long = fc.integer({ min: 100, max: LONG }).map((length) => "x".repeat(length));
  const numbers = parameter.type === "integer" ? [fc.constantFrom(...ODD_NUMBERS)] : [];
  return fc.oneof(texts, long, ...numbers);
}

/** A parameter of an operation with a value that cannot be meant for it. */
export function oddParameters(
  parameters: readonly QueryParameter[],
): fc.Arbitrary<{ readonly name: string; readonly value: string }> {
  return fc
    .constantFrom(...parameters)
    .chain((parameter) => oddValues(parameter).map((value) => ({ name: parameter.name, value })));
}
