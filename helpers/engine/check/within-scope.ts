import { findOperation } from "../../contract/operations.js";
import { operationInScope } from "../../contract/scope.js";
import type { Settings } from "../../target/settings/settings.js";
import type { CheckRecord, Finding } from "../../wire/exchange.js";

type Scope = Pick<Settings, "generations" | "edition" | "only" | "skip">;

/** Whether a finding is about what the run was asked to judge: no operation of another generation, no younger one. */
export function isWithin({ operation }: Pick<Finding, "operation">, scope: Scope): boolean {
  return operation === null || findOperation(operation) === null || operationInScope(operation, scope);
}

/** A check's record without the findings on operations that the run was not asked to judge. */
export function withinScope(record: CheckRecord, scope: Scope): CheckRecord {
  return { ...record, findings: record.findings.filter((finding) => isWithin(finding, scope)) };
}
