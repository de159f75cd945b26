import type { Log, ReportingDescriptor, Result } from "sarif";
import { pointerPattern } from "../helpers/wire/same-breach.js";
import { mayBeRepeated, replayWords } from "./replay.js";
import type { Compliance, FindingResult, RuleResult } from "./results.js";
import { visible } from "./text.js";
import { LEVEL_WORDS, wholeWords } from "./wording.js";

/** Code-scanning pages need a file for each result; the report holds the findings of a service. */
const PLACE = "compliance.json";

/** What is broken as SARIF 2.1.0: a result for each distinct finding in the report. */
export function sarifLog(result: Compliance): Log {
  const broken = result.rules.filter(({ verdict }) => verdict === "violates" || verdict === "warns");
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name: "plimsoll", semanticVersion: result.run.version, rules: broken.map(descriptor) },
        },
        invocations: [
          {
            executionSuccessful: result.failure === null && result.defects.length === 0,
            startTimeUtc: result.run.startedAt,
            toolExecutionNotifications: [
              ...(result.failure === null ? [] : [result.failure]),
              ...result.defects.map(({ message }) => message),
            ].map((text) => ({ level: "error" as const, message: { text: visible(text) } })),
          },
        ],
        results: broken.flatMap((rule, at) => rule.findings.map((one) => resultOf(one, rule, at, result))),
      },
    ],
  };
}

function descriptor({ id, statement, section, level }: RuleResult): ReportingDescriptor {
  return {
    id,
    shortDescription: { text: visible(statement) },
    fullDescription: { text: visible(`${statement} (${section}, ${LEVEL_WORDS[level]})`) },
    defaultConfiguration: { level: level === "must" ? "error" : "warning" },
  };
}

function resultOf(
  finding: FindingResult,
  rule: RuleResult,
  ruleIndex: number,
  { run, target }: Compliance,
): Result {
  const { operation, pointer } = finding;
  const replay = mayBeRepeated(finding, run) ? ["Replay:", ...replayWords(finding, run, target)] : [];
  return {
    ruleId: rule.id,
    ruleIndex,
    level: rule.verdict === "violates" ? "error" : "warning",
    message: {
      text: visible([`${wholeWords(finding)}.`, ...replay].join(" ")),
    },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: PLACE }, region: { startLine: 1 } },
        logicalLocations: [{ fullyQualifiedName: operation ?? rule.section, kind: "function" }],
      },
    ],
    // The same breach in the next run is the same alert.
    partialFingerprints: {
      "plimsollBreach/v1": [rule.id, operation ?? "", pointerPattern(pointer ?? "")].join(" "),
    },
  };
}
