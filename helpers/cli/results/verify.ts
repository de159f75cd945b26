import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { at, differences } from "../../../reports/certificate/holds.js";
import {
  PREDICATE_TYPE,
  type RecordedFile,
  STATEMENT_TYPE,
  statementOf,
  type Terms,
} from "../../../reports/certificate/statement.js";
import { oneLine } from "../../../reports/text.js";
import { parsedJson } from "../../contract/json.js";
import { plural } from "../../wire/message.js";
import { digestOf, judgedRecordings } from "../judge/judged-recording.js";
import { UsageError } from "../mistakes/errors.js";
import { EXIT } from "../mistakes/exit-codes.js";
import { textOf } from "../mistakes/files.js";
import { dayOf } from "../settings/options.js";
import { latestDay } from "./certify.js";
import { type Envelope, isEnvelope, isSignedBy, payloadOf } from "./envelope.js";

export interface VerifyOptions {
  readonly recording?: string;
  /** File with a public key. */
  readonly key?: string;
  /** YYYY-MM-DD */
  readonly on?: string;
}

/** What a certificate claims, as needed to make it again. */
interface Claim {
  /** The whole statement; nothing else in the file is trusted. */
  readonly statement: unknown;
  readonly envelope: Envelope | null;
  /** The recordings that it is based on. */
  readonly files: readonly RecordedFile[];
  readonly terms: Terms;
}

/**
 * `plimsoll verify`: makes the certificate again from its recording and compares the two. Prints one line that says
 * whether it holds and, if not, why.
 * @returns the exit code: 0 it holds, 1 it does not
 * @throws UsageError if there is no certificate or no recording
 */
export async function verify(file: string, options: VerifyOptions): Promise<number> {
  const claim = claimIn(file);
  const recordings = claim.files.map(({ name }) =>
    claim.files.length === 1 && options.recording !== undefined
      ? options.recording
      : join(options.recording ?? dirname(file), basename(name)),
  );
  const missing = recordings.find((recording) => !existsSync(recording));
  if (missing !== undefined) {
    throw new UsageError(`${missing}: there is no such file; --recording names the recording of ${file}.`);
  }
  const plain = plainTroubles(claim, recordings, options);
  const troubles = plain.length > 0 ? plain : await judgedTroubles(claim, recordings, options);
  const { name, version } = claim.terms.product;
  const what = `${oneLine(name, 80)} ${oneLine(version, 40)}`;
  process.stdout.write(
    troubles.length === 0
      ? `HOLDS: ${what}, ${oneLine(String(at(claim.statement, ["predicate", "plimsoll", "covers"])), 200)}; until ${claim.terms.expires}; ${signatureWords(claim, options)}\n`
      : `DOES NOT HOLD: ${what}: ${troubles.map((trouble) => oneLine(trouble, 300)).join("; ")}\n`,
  );
  return troubles.length === 0 ? EXIT.ok : EXIT.violated;
}

/** What shows without judging the recording. */
function plainTroubles(claim: Claim, recordings: readonly string[], { key, on }: VerifyOptions): string[] {
  const { envelope, terms } = claim;
  const today = on ?? dayOf(Date.now());
  return [
    ...(key === undefined || isSignedBy(envelope, key)
      ? []
      : [envelope === null ? "it is not signed" : `it was not signed with the key in ${key}`]),
    ...recordings
      .filter((recording, at) => digestOf(recording) !== claim.files[at]?.sha256)
      .map(
        (recording) =>
          `${recording} is not the recording that was certified, or was changed: its SHA-256 differs`,
      ),
    ...(today > terms.expires ? [`it expired on ${terms.expires}`] : []),
  ];
}

/** What shows when the recording is judged again. */
async function judgedTroubles(
  { statement, terms, files }: Claim,
  recordings: readonly string[],
  { on }: VerifyOptions,
): Promise<string[]> {
  const { result, recorded } = await judgedRecordings(recordings);
  const said = differences(statement, statementOf(result, { ...recorded, files }, terms));
  const { granted, missing } = result.certificate;
  const latest = latestDay(recorded.observed.to);
  const observed = dayOf(Date.parse(recorded.observed.to));
  return [
    ...said,
    ...(on !== undefined && on < observed ? [`it was observed on ${observed}, after that day`] : []),
    ...(granted || said.length > 0
      ? []
      : [`the recording earns none: ${plural(missing.length, "reason")}, the first ${firstOf(missing)}`]),
    ...(terms.expires > latest
      ? [`it may hold until ${latest} at most, a year after what was observed`]
      : []),
  ];
}

function firstOf([first]: readonly { readonly rule: string | null; readonly why: string }[]): string {
  return first === undefined ? "unknown" : `${first.rule === null ? "" : `${first.rule} `}${first.why}`;
}

function signatureWords({ envelope }: Claim, { key }: VerifyOptions): string {
  if (envelope === null) return "not signed";
  return key === undefined ? "signed, which --key PUB.pem checks" : `signed with the key in ${key}`;
}

/** @throws UsageError if the file is not a certificate */
function claimIn(file: string): Claim {
  const value = parsedJson(textOf(file));
  const envelope = isEnvelope(value) ? value : null;
  const statement = envelope === null ? value : parsedJson(payloadOf(envelope));
  const said = (...path: string[]) => at(statement, path);
  const files = filesIn(said("subject"));
  const [name, version, expires] = [
    said("predicate", "plimsoll", "product", "name"),
    said("predicate", "plimsoll", "product", "version"),
    said("predicate", "plimsoll", "expires"),
  ];
  if (
    said("_type") !== STATEMENT_TYPE ||
    said("predicateType") !== PREDICATE_TYPE ||
    files.length === 0 ||
    typeof name !== "string" ||
    typeof version !== "string" ||
    typeof expires !== "string"
  ) {
    throw new UsageError(`${file} is not a certificate of plimsoll certify.`);
  }
  return { statement, envelope, files, terms: { product: { name, version }, expires } };
}

/** Empty if one of the subjects is not a recording with a digest. */
function filesIn(subject: unknown): RecordedFile[] {
  const subjects: readonly unknown[] = Array.isArray(subject) ? subject : [];
  const files = subjects.flatMap((one) => {
    const [name, sha256] = [at(one, ["name"]), at(one, ["digest", "sha256"])];
    return typeof name === "string" && typeof sha256 === "string" ? [{ name, sha256 }] : [];
  });
  return files.length === subjects.length ? files : [];
}
