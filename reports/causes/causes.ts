import { groupBy } from "../../helpers/contract/group-by.js";
import type { Cause, RuleResult } from "../results.js";
import {
  type Breach,
  type Explanation,
  namesLine,
  operationsOf,
  type Scene,
  type Seen,
  statusOf,
} from "./cause.js";
import { counts } from "./counts.js";
import { emptyAnswers } from "./empty-answers.js";
import { errorAsSuccess } from "./error-as-success.js";
import { errorBody } from "./error-body.js";
import { filteredLate } from "./filtered-late.js";
import { fixedAnswers } from "./fixed-answers.js";
import { generation } from "./generation.js";
import { headerName } from "./header-name.js";
import { key } from "./key.js";
import { laterPages } from "./later-pages.js";
import { ledPages } from "./led-pages.js";
import { leftOut } from "./left-out.js";
import { links } from "./links.js";
import { lostRecord } from "./lost-record.js";
import { lostWhenSorted } from "./lost-when-sorted.js";
import { member } from "./member.js";
import { missingOperations } from "./missing-operations.js";
import { noEffect } from "./no-effect.js";
import { oneFilter } from "./one-filter.js";
import { oneStatus } from "./one-status.js";
import { otherRecord } from "./other-record.js";
import { otherSuccess } from "./other-success.js";
import { otherType } from "./other-type.js";
import { outOfDate } from "./out-of-date.js";
import { paging } from "./paging.js";
import { record } from "./record.js";
import { sameAnswer } from "./same-answer.js";
import { serverError } from "./server-error.js";
import { shownTime } from "./shown-time.js";
import { spelled } from "./spelled.js";
import { together } from "./together.js";
import { alone, topic } from "./topic.js";
import { undone } from "./undone.js";
import { unreadable } from "./unreadable.js";
import { wrapped } from "./wrapped.js";

/** If several explain a finding, the first does: the one that hides more. */
const EXPLANATIONS: readonly Explanation[] = [
  generation,
  headerName,
  serverError,
  missingOperations,
  errorAsSuccess,
  otherSuccess,
  key,
  errorBody,
  emptyAnswers,
  wrapped,
  unreadable,
  spelled,
  otherType,
  record,
  member,
  fixedAnswers,
  shownTime,
  oneStatus,
  filteredLate,
  laterPages,
  lostWhenSorted,
  leftOut,
  oneFilter,
  together,
  ledPages,
  paging,
  counts,
  links,
  otherRecord,
  lostRecord,
  noEffect,
  undone,
  outOfDate,
  sameAnswer,
  topic,
  alone,
];
/** Explanations that group related rules: they do not apply to what remains of a group after others took the rest. */
const JOINING: ReadonlySet<Explanation> = new Set([
  errorAsSuccess,
  otherSuccess,
  shownTime,
  filteredLate,
  laterPages,
  lostWhenSorted,
  leftOut,
  oneFilter,
  together,
  ledPages,
  paging,
  counts,
  noEffect,
  undone,
  outOfDate,
  oneStatus,
  topic,
]);

/**
 * What explains the broken rules, in the order in which to fix it: first what settles most rules, broken or blocked.
 * Each broken rule belongs to exactly one cause, the one that explains most of its findings; each rule that could not
 * be judged belongs to at most one.
 */
export function causesOf(seen: Seen): Cause[] {
  const scene = { ...seen, broken: seen.rules.filter(({ verdict }) => verdict === "violates") };
  const places = scene.broken.map((rule) => placeOf(rule, scene));
  const open = new Set(
    scene.rules.filter(
      ({ level, verdict, lookedAt }) => level === "must" && verdict === "inconclusive" && lookedAt,
    ),
  );
  const causes = EXPLANATIONS.flatMap((explanation) => {
    const own = places.filter((place) => place.explanation === explanation);
    const groups = [...groupBy(own, ({ key }) => key).values()];
    return groups
      .sort((one, other) => other.length - one.length)
      .map((group) => {
        const isLeft = JOINING.has(explanation) && group.length === 1;
        return causeOf(isLeft ? alone : explanation, group, scene, open);
      });
  });
  return causes.sort((one, other) => settledBy(other) - settledBy(one));
}

/**
 * The cause of some broken rules.
 * @param open rules that could not be judged, and that no cause before this one blocks; loses those that this one does
 */
function causeOf(
  { kind, title, fix, blocks, leads }: Explanation,
  group: readonly Place[],
  scene: Scene,
  open: Set<RuleResult>,
): Cause {
  const rank = ({ breaches }: Place) => Math.max(...breaches.map((one) => Number(leads?.(one) ?? 0)));
  const ordered = group.toSorted((one, other) => rank(other) - rank(one));
  const breaches = ordered.flatMap((place) => place.breaches);
  const ids = ordered.map(({ rule }) => rule.id);
  const blocked = [...open].filter(
    (rule) =>
      blocks?.(rule, breaches, scene) || namesOne(ids, rule.reason) || namesAnswer(breaches, rule.reason),
  );
  for (const rule of blocked) open.delete(rule);
  return {
    kind,
    title: title(breaches, scene),
    fix: ofGivenBody(breaches, scene) ?? fix?.(breaches, scene) ?? null,
    rules: ids,
    blocks: blocked.map(({ id }) => id),
  };
}

/** What the user's own body breaks would look like a breach of the service. */
function ofGivenBody(breaches: readonly Breach[], { bodies }: Scene): string | null {
  const given = operationsOf(breaches).find((id) => bodies.includes(id));
  return given === undefined
    ? null
    : `first see whether the body that you gave for ${given} is right: the contract does not show it`;
}

function settledBy({ rules, blocks }: Cause): number {
  return rules.length + blocks.length;
}

/** Whether a text names one of the rules: "see labels.partition". */
function namesOne(rules: readonly string[], text: string): boolean {
  return (text.match(/[\w-]+(\.[\w-]+)+/g) ?? []).some((word) => rules.includes(word));
}

/** Whether a text names the request and the error status of one of the breaches: "PUT /v1/x/se-1 was answered with 400". */
function namesAnswer(breaches: readonly Breach[], text: string): boolean {
  return breaches.some(({ finding }) => {
    const status = statusOf(finding) ?? 0;
    const [line = ""] = finding.request.split("?");
    return status >= 400 && namesLine(text, line) && new RegExp(`\\b${status}\\b`).test(text);
  });
}

/** Where a broken rule belongs: to the cause that an explanation makes of the rules with one key. */
interface Place {
  readonly rule: RuleResult;
  readonly explanation: Explanation;
  readonly key: string;
  /** The findings of the rule that it explains. */
  readonly breaches: readonly Breach[];
}

/** The explanation of most of a rule's findings; of two that explain as many, the one that hides more. */
function placeOf(rule: RuleResult, scene: Scene): Place {
  const rank = ({ explanation }: Place) => EXPLANATIONS.indexOf(explanation);
  const each = rule.findings
    .map((finding) => explained({ rule, finding }, scene))
    .sort((one, other) => rank(one) - rank(other));
  const groups = groupBy(each, ({ explanation, key }) => `${explanation.kind} ${key}`);
  const places = [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, breaches: group.flatMap(({ breaches }) => breaches) })),
  );
  const weight = ({ breaches }: Place) => breaches.reduce((sum, { finding }) => sum + finding.count, 0);
  const most = Math.max(...places.map(weight));
  const heaviest = places.find((place) => weight(place) === most);
  return heaviest ?? { rule, explanation: alone, key: rule.id, breaches: [] };
}

/** The place of a single breach. */
function explained(breach: Breach, scene: Scene): Place {
  const { rule } = breach;
  for (const explanation of EXPLANATIONS) {
    const key = explanation.keyOf(breach, scene);
    if (key !== null) return { rule, explanation, key, breaches: [breach] };
  }
  return { rule, explanation: alone, key: rule.id, breaches: [breach] };
}
