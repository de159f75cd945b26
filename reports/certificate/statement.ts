import { type ContractDigests, contractDigests } from "../../helpers/contract/digests.js";
import { groupBy } from "../../helpers/contract/group-by.js";
import type { Compliance, Numbers, RuleResult, Run } from "../results.js";
import { partialWords } from "../wording.js";

/** What is written into the files. */
export const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
export const PREDICATE_TYPE = "https://in-toto.io/attestation/test-result/v0.1";

/** What a certificate is about, as its author names it, and how long it holds. */
export interface Terms {
  readonly product: { readonly name: string; readonly version: string };
  /** Last day on which it holds, YYYY-MM-DD. */
  readonly expires: string;
}

/** A recording, by its file name beside a certificate, and its digest in hex. */
export interface RecordedFile {
  readonly name: string;
  readonly sha256: string;
}

/** What a certificate is based on. */
export interface Recorded {
  /** One, or those of a run's shards. */
  readonly files: readonly RecordedFile[];
  /** Start of its first exchange and end of its last one, ISO 8601 in UTC. */
  readonly observed: { readonly from: string; readonly to: string };
}

/** An in-toto statement with a test-result predicate; the rest is under `plimsoll`. */
export interface Statement {
  readonly _type: typeof STATEMENT_TYPE;
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[];
  readonly predicateType: typeof PREDICATE_TYPE;
  readonly predicate: {
    readonly result: "PASSED" | "WARNED" | "FAILED";
    readonly configuration: readonly {
      readonly name: string;
      readonly uri?: string;
      readonly digest?: { readonly sha256: string };
    }[];
    /** Rules that were shown to hold. */
    readonly passedTests: readonly string[];
    /** Recommended rules that are broken. */
    readonly warnedTests: readonly string[];
    readonly failedTests: readonly string[];
    readonly plimsoll: {
      readonly product: Terms["product"];
      readonly target: string;
      /** What it covers, in a sentence. */
      readonly covers: string;
      readonly run: Pick<Run, "effort" | "generations" | "edition" | "seed" | "writes" | "requests">;
      readonly observed: Recorded["observed"];
      readonly counts: { readonly required: Numbers; readonly recommended: Numbers };
      /** Required and recommended rules without a verdict, by reason. */
      readonly notJudged: Readonly<Record<string, readonly string[]>>;
      readonly expires: string;
    };
  };
}

/** The statement of a result. It depends on the recording and the terms alone, so that anybody can make it again. */
export function statementOf(
  result: Compliance,
  recorded: Recorded,
  terms: Terms,
  digests: ContractDigests = contractDigests(),
): Statement {
  const { rules, run, target, counts } = result;
  const { effort, generations, edition, seed, writes, requests } = run;
  const judged = rules.filter(({ level }) => level !== "open");
  const warned = idsOf(judged, ["warns"]);
  const failed = idsOf(judged, ["violates", "stale", "waived"]);
  return {
    _type: STATEMENT_TYPE,
    subject: recorded.files.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: failed.length > 0 ? "FAILED" : warned.length > 0 ? "WARNED" : "PASSED",
      configuration: [
        { name: "contract", digest: { sha256: digests.contract } },
        { name: "rules", digest: { sha256: digests.rules } },
        { name: "plimsoll", uri: `pkg:npm/plimsoll@${run.version}` },
      ],
      passedTests: idsOf(judged, ["conforms"]),
      warnedTests: warned,
      failedTests: failed,
      plimsoll: {
        product: terms.product,
        target: target.url,
        covers: coverWords(result),
        run: { effort, generations, edition, seed, writes, requests },
        observed: recorded.observed,
        counts: { required: counts.required, recommended: counts.recommended },
        notJudged: notJudged(judged),
        expires: terms.expires,
      },
    },
  };
}

/** What a certificate covers: "v1 and v2, all editions: all 500 required rules" */
export function coverWords({ run, partial, counts }: Compliance): string {
  const scope = `${run.generations.join(" and ")}, ${run.edition === null ? "all editions" : `edition ${run.edition}`}`;
  return partial === null
    ? `${scope}: all ${counts.required.total} required rules`
    : `${scope}. ${partialWords(partial)}`;
}

function idsOf(rules: readonly RuleResult[], verdicts: readonly RuleResult["verdict"][]): string[] {
  return rules.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
}

function notJudged(rules: readonly RuleResult[]): Record<string, string[]> {
  const open = rules.filter(
    ({ verdict }) => verdict === "inconclusive" || verdict === "not-applicable" || verdict === "observed",
  );
  const byReason = groupBy(open, ({ reason }) => reason);
  return Object.fromEntries([...byReason].map(([reason, own]) => [reason, own.map(({ id }) => id)]));
}
