import { ContentType, Status } from "allure-js-commons";
import type { RuntimeMessage } from "allure-js-commons/sdk";
import { ruleById } from "../../contract/rules.js";
import type { CheckRecord, Finding } from "../../wire/exchange.js";

declare module "vitest" {
  interface TaskMeta {
    /** Where allure-vitest's reporter looks for what a test says of itself. */
    allureRuntimeMessages?: readonly RuntimeMessage[];
  }

  interface ProvidedContext {
    /** True when Allure listens. */
    allure: boolean;
  }
}

const SEVERITY = { must: "critical", should: "normal", open: "trivial" } as const;
/** Findings of a check that are shown as steps; the attachment holds all. */
const STEPS = 5;

/** Epic, feature, story, severity and the evidence of a check, as Allure is told of them. */
export function allureMessages({ rule, findings }: CheckRecord): readonly RuntimeMessage[] {
  const { generation, section, id, level, statement } = ruleById(rule);
  const labels = [
    { name: "epic", value: generation === "both" ? "v1 and v2" : generation },
    { name: "feature", value: section },
    { name: "story", value: id },
    { name: "severity", value: SEVERITY[level] },
  ];
  return [
    { type: "metadata", data: { labels, description: statement } },
    ...findings.slice(0, STEPS).flatMap(asStep),
    ...(findings.length === 0 ? [] : [attached(findings)]),
  ];
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

function attached(findings: readonly Finding[]): RuntimeMessage {
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
