import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { documentedWords, PATTERN_WORDS } from "./words.js";

const error = { instancePath: "", schemaPath: "", params: {}, keyword: "type" };
const type = ["string", "null"];

it("names every documented kind of a value", () => {
  expect(documentedWords({ ...error, schema: type, parentSchema: { type } })).toBe("a string or null");
});

it("leaves null out where it is accepted with a warning", () => {
  const parentSchema = { type, "x-should": { not: { type: "null" } } };
  expect(documentedWords({ ...error, schema: type, parentSchema })).toBe("a string");
});

it("says that a value or a missing member may be null", () => {
  const parentSchema = {
    type,
    format: "plimsoll-timestamp",
    properties: { a: { type }, b: { type: "string" } },
  };
  const format = { ...error, keyword: "format", schema: "plimsoll-timestamp", parentSchema };
  expect(documentedWords(format)).toBe("an ISO 8601 timestamp or null");
  const missing = (missingProperty: string) =>
    documentedWords({ ...error, keyword: "required", params: { missingProperty }, parentSchema });
  expect([missing("a"), missing("b")]).toEqual(["a member a, which may be null", "a member b"]);
});

it("says every pattern of the contract in words", () => {
  const texts = ["v1", "v2", "shared"].flatMap((folder) => {
    const files = readdirSync(`schemas/${folder}`).filter((name) => name.endsWith(".json"));
    return files.map((name) => readFileSync(`schemas/${folder}/${name}`, "utf8"));
  });
  const patterns = texts.flatMap((text) => [...text.matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g)]);
  const used = new Set(patterns.map(([, pattern = ""]): unknown => JSON.parse(pattern)));
  expect(new Set(Object.keys(PATTERN_WORDS))).toEqual(used);
});
