import { createHash } from "node:crypto";
import { ContentType, Status } from "allure-js-commons";
import type { RuntimeMessage } from "allure-js-commons/sdk";
import { ruleById } from "../../contract/rules.js";
import { titleOf } from "../../wire/check-title.js";
import type { CheckRecord, Finding, Findings } from "../../wire/exchange.js";
import { EVERY_EXCHANGE } from "./every-exchange.js";

const SEVERITY = { must: "critical", should: "normal", open: "trivial" } as const;
/** How many findings of a check are shown as steps; the attachment holds all. */
const STEPS = 5;

/**
 * A check's status in Allure: failed if the contract is broken, skipped if undecided or without evidence, broken only
 * for an error of ours.
 */
export function allureStatus(record: CheckRecord): Status {
  const { outcome, findings, evidence, observations } = record;
  if (outcome === "defect") return Status.BROKEN;
  if (findings.length > 0) return Status.FAILED;
  const hasSeen = Object.values(evidence).some((count) => count > 0) || observations.length > 0;
  return outcome === "judged" && (hasSeen || isSeenElsewhere(record)) ? Status.PASSED : Status.SKIPPED;
}

/** Whether a check only sends requests for the check that then judges every exchange. */
function isSeenElsewhere({ rule, check }: CheckRecord): boolean {
  return ruleById(rule).by === "exchange" && check !== titleOf(rule, EVERY_EXCHANGE);
}

/**
 * A check's place in Allure, its severity and its evidence. Suites go by section and rule; the history goes by the
 * check's title, which is the same in every run.
 */
export function allureMessages(record: CheckRecord): readonly RuntimeMessage[] {
  const { check, findings } = record;
  const { generation, section, id, level, statement } = ruleById(ruleShown(record));
  const historyId = createHash("sha256").update(check).digest("hex");
  const labels = [
    { name: "parentSuite", value: section },
    { name: "suite", value: id },
    { name: "epic", value: generation === "both" ? "v1 and v2" : generation },
    { name: "feature", value: section },
    { name: "story", value: id },
    { name: "severity", value: SEVERITY[level] },
  ];
  return [
    { type: "metadata", data: { labels, description: statement, historyId, testCaseId: historyId } },
    ...findings.slice(0, STEPS).flatMap(asStep),
    ...(findings.length === 0 ? [] : [attached(findings)]),
  ];
}

/** The rule of a check, unless it found only others broken: then the first of them. */
function ruleShown({ rule, findings }: CheckRecord): string {
  const [first] = findings;
  return first === undefined || findings.some((found) => found.rule === rule) ? rule : first.rule;
}

function asStep({ request, documented, received }: Finding): readonly RuntimeMessage[] {
  const now = Date.now();
  const parameters = [
    { name: "documented", value: documented },
    { name: "received", value: received },
  ];
  return [
    { type: "step_start", data: { name: request, start: now } },
    { type: "step_metadata", data: { parameters } },
    { type: "step_stop", data: { stop: now, status: Status.PASSED } },
  ];
}

function attached(findings: Findings): RuntimeMessage {
  return {
    type: "attachment_content",
    data: {
      name: "findings",
      content: JSON.stringify(findings, null, 2),
      encoding: "utf8",
      contentType: ContentType.JSON,
      wrapInStep: true,
    },
  };
}
