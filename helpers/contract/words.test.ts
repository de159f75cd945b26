import { expect, it } from "vitest";
import { documentedWords } from "./words.js";

const error = { instancePath: "", schemaPath: "", params: {}, keyword: "type" };
const type = ["string", "null"];

it("names every documented kind of a value", () => {
  expect(documentedWords({ ...error, schema: type, parentSchema: { type } })).toBe("a string or null");
});

it("leaves null out where it is accepted with a warning", () => {
  const parentSchema = { type, "x-should": { not: { type: "null" } } };
  expect(documentedWords({ ...error, schema: type, parentSchema })).toBe("a string");
});
