import type { RuleId } from "../../contract/generated/types.js";
import { memo } from "../../contract/memo.js";
import { rules } from "../../contract/rules.js";
import type { Exchange, Finding, Findings } from "../../wire/exchange.js";
import { type Judgement, merge, NOTHING } from "../judgement.js";
import { OFFSET_RULES } from "../lists/offset.js";
import { CSV_RULES } from "../reports/csv.js";
import { BATCH_LINK_RULES, judgeBatchLinks } from "./batch-links.js";
import { judgeBody } from "./body.js";
import { CONTENT_RULES, judgeContent } from "./content.js";
import {
  type Context,
  isWronglyServed,
  type JudgedExchange,
  judgedExchange,
  newMemory,
  rememberChange,
  rememberDeletion,
  type TargetFacts,
} from "./context.js";
import { CREATED_RULE, judgeCreatedAt } from "./created-at.js";
import { ERROR_BODY_RULES, ERROR_ELSEWHERE_RULE, judgeErrorBody } from "./error-body.js";
import { ERROR_VALUE_RULE, judgeErrorFields } from "./error-fields.js";
import { ERROR_ID_RULE, ERROR_SOURCE_RULE, judgeErrorIdentity } from "./error-identity.js";
import { FILTERED_RULES, judgeFilteredItems } from "./filtered-items.js";
import { FURTHER_RULE, judgeFurtherList } from "./further-lists.js";
import { judgeListPage, LIST_RULES, TOTAL_RULES } from "./lists.js";
import { MissingOperations } from "./missing.js";
import { judgeOffsetLimit } from "./offset-limit.js";
import { judgeOpenBatches, OPEN_RULE } from "./open-batches.js";
import { judgeRecord, RECORD_RULES } from "./records.js";
import { judgeReportLinks, REPORT_LINK_RULE } from "./report-links.js";
import { judgeRequestId, REQUEST_ID_RULES } from "./request-id.js";
import { SCHEMA_RULES } from "./schema-rules.js";
import { judgeServerError, SERVER_ERROR_RULE } from "./server-error.js";
import { RecordStates } from "./states.js";
import { judgeStatus, STATUS_RULES } from "./status.js";
import { judgeSuccessStatus, NO_CONTENT_RULES, SUCCESS_RULES } from "./success-status.js";
import { judgeUnknownId, UNKNOWN_ID_RULES, UNKNOWN_ID_STATUS_RULES } from "./unknown-ids.js";
import { judgeUnreadableJson, UNREADABLE_RULE } from "./unreadable-json.js";
import { judgeV2Members, MEMBER_RULES } from "./v2-members.js";

/** Judges one exchange; the rules are those that it names itself, besides those of the schemas. */
interface Oracle {
  readonly judge: (judged: JudgedExchange, context: Context) => Judgement;
  readonly rules: readonly RuleId[];
}

const ORACLES: readonly Oracle[] = [
  { judge: judgeRequestId, rules: Object.values(REQUEST_ID_RULES) },
  { judge: judgeStatus, rules: Object.values(STATUS_RULES) },
  {
    judge: judgeSuccessStatus,
    rules: [...Object.values(SUCCESS_RULES), ...Object.values(NO_CONTENT_RULES)],
  },
  { judge: judgeServerError, rules: [SERVER_ERROR_RULE] },
  { judge: judgeContent, rules: Object.values(CONTENT_RULES) },
  { judge: judgeBody, rules: Object.values(CSV_RULES) },
  { judge: judgeErrorBody, rules: [...Object.values(ERROR_BODY_RULES), ERROR_ELSEWHERE_RULE] },
  { judge: judgeErrorFields, rules: [ERROR_VALUE_RULE] },
  { judge: judgeErrorIdentity, rules: [ERROR_SOURCE_RULE, ERROR_ID_RULE] },
  { judge: judgeListPage, rules: LIST_RULES },
  { judge: judgeFilteredItems, rules: FILTERED_RULES },
  { judge: judgeFurtherList, rules: [FURTHER_RULE] },
  { judge: judgeCreatedAt, rules: [CREATED_RULE] },
  { judge: judgeV2Members, rules: MEMBER_RULES },
  { judge: judgeOffsetLimit, rules: Object.values(OFFSET_RULES) },
  { judge: judgeOpenBatches, rules: [OPEN_RULE] },
  { judge: judgeBatchLinks, rules: Object.values(BATCH_LINK_RULES) },
  { judge: judgeReportLinks, rules: [REPORT_LINK_RULE] },
  { judge: judgeRecord, rules: Object.values(RECORD_RULES) },
  { judge: judgeUnreadableJson, rules: [UNREADABLE_RULE] },
  { judge: judgeUnknownId, rules: [...UNKNOWN_ID_RULES, ...UNKNOWN_ID_STATUS_RULES] },
];

const NAMED: ReadonlySet<RuleId> = new Set(ORACLES.flatMap(({ rules: named }) => named));

/** Every rule that is judged on single exchanges, including those named in schemas of answers. */
export const exchangeRules: readonly RuleId[] = rules
  .map(({ id }) => id)
  .filter((id) => NAMED.has(id) || SCHEMA_RULES.has(id));

/** Rules that one answer may break by a write of another client in its midst: believed only when found again. */
export const MOMENTARY_RULES: ReadonlySet<string> = new Set([...FILTERED_RULES, ...TOTAL_RULES, OPEN_RULE]);

/**
 * Judges one exchange by every exchange oracle. Skips exchanges without an answer, and statuses about the target's
 * health (429, 502, 503, 504). A success that should have been a refusal is judged by the check that asked; its content
 * is not judged.
 */
function judgeExchange(exchange: Exchange, context: Context): Judgement {
  const judged = judgedExchange(exchange, context.memory);
  if (judged === null) return NOTHING;
  if (isWronglyServed(judged, context.memory))
    return merge([judgeRequestId(judged, context), judgeUnknownId(judged)]);
  rememberDeletion(judged, context.memory);
  rememberChange(judged, context.memory);
  return merge(ORACLES.map(({ judge }) => judge(judged, context)));
}

/** Judges the exchanges of a run in turn and keeps the findings, by rule. */
export class ExchangeJudge {
  readonly #context: Context;
  readonly #missing = new MissingOperations();
  /** The states of the records that answers showed. */
  readonly states: RecordStates;
  readonly #findings = new Map<string, Finding[]>();
  readonly #evidence = new Map<string, number>();

  constructor(options: TargetFacts) {
    this.#context = { options, memory: newMemory() };
    this.states = new RecordStates(this.#context.memory.changed);
  }

  /** Judges one exchange. Its findings count from now on; see `collected`. */
  look(exchange: Exchange): Judgement {
    const judgement = judgeExchange(exchange, this.#context);
    this.#missing.note(exchange, judgement.findings);
    this.states.look(exchange);
    for (const finding of judgement.findings) {
      memo(this.#findings, finding.rule, () => []).push(finding);
    }
    for (const { rule, count } of judgement.evidence) {
      this.#evidence.set(rule, (this.#evidence.get(rule) ?? 0) + count);
    }
    return judgement;
  }

  /** Notes that the check of an operation has found it to be there: its 404s are about records. */
  noteThere(operation: string): void {
    this.#missing.noteThere(operation);
  }

  /** The findings of a rule so far, and how often it was looked at; without 404s of missing operations. */
  collected(rule: string): { findings: Findings; evidence: number } {
    const all = this.#findings.get(rule) ?? [];
    const findings = all.filter((finding) => !this.#missing.explains(finding));
    const explained = all.length - findings.length;
    return { findings, evidence: (this.#evidence.get(rule) ?? 0) - explained };
  }
}
