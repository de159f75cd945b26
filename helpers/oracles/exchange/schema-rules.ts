import { schemaById } from "../../contract/compile.js";
import type { SchemaId } from "../../contract/generated/types.js";
import { operations } from "../../contract/operations.js";

/** Further schemas that answers must keep, besides those of the operations' responses. */
const FURTHER: readonly SchemaId[] = ["shared/error", "v1/report-header"];

/** Rules named by the schemas of answers. */
export const SCHEMA_RULES: ReadonlySet<string> = new Set(
  [...FURTHER, ...answerSchemas()].flatMap((id) => rulesIn(schemaById(id))),
);

function answerSchemas(): readonly SchemaId[] {
  const shapes = operations.flatMap((operation) => Object.values(operation.responses));
  return [...new Set(shapes.flatMap((shape) => shape.schema ?? []))];
}

function rulesIn(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = "x-rule" in schema && typeof schema["x-rule"] === "string" ? [schema["x-rule"]] : [];
  return [...own, ...Object.values(schema).flatMap(rulesIn)];
}
