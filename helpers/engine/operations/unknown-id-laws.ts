import type { Operation } from "../../contract/model.js";
import { operation } from "../../contract/operations.js";
import { hasErrorBody, isNotFound } from "../../oracles/answers/likeness.js";
import { isAboutTheCaller } from "../../oracles/answers/refusal.js";
import { type AlmostKnown, almostKnown, hasForm, unknownIds } from "../../target/messages/made-up.js";
import type { Answered } from "../../wire/exchange.js";
import { findArray } from "../../wire/find-array.js";
import { requestLine } from "../../wire/message.js";
import { jsonOf } from "../../wire/raw.js";
import { findIds } from "../../wire/search.js";
import { is4xx, succeeded } from "../../wire/status.js";
import type { Check } from "../check/check.js";
import { workingExchange } from "./calls-so-far.js";
import { askOnce } from "./probe.js";
import { belowKnown } from "./unknown-records.js";

/** Statuses that say nothing about the id: they concern a file's location. */
const ELSEWHERE = new Set([301, 302, 303, 307, 308]);
/** Refusals that say something about an id, besides 404. */
const ABOUT_THE_ID = new Set([400, 409, 410, 422]);
/** An external id that no record has, in the form that clients choose. */
const UNKNOWN_EXTERNAL_ID = "plimsoll-no-such-id";

/**
 * Asks for an unknown id in the form of known ids. Where no id is known, the target may refuse ours as malformed; then
 * the read proves nothing.
 */
export async function judgeUnknownId(t: Check, read: Operation): Promise<void> {
  const parameter = read.pathParams.at(-1) ?? "";
  const [sample] = await t.census.ids(parameter);
  const answers: Answered[] = [];
  for (const id of unknownIds(parameter, sample, t.settings.seed)) {
    const path = { ...(await belowKnown(t, read)), [parameter]: id };
    const exchange = await askOnce(t, { operation: read.id, path, intent: "id" });
    if (exchange === null || (await isBesideThePoint(t, read, exchange, { path, sample }))) return;
    // A 5xx to a valid request is judged by status.server-error.
    if (exchange.answer.status >= 500) return;
    answers.push(exchange);
    if (exchange.answer.status !== 404) continue;
    // A 404 without an error body could mean that the path does not exist.
    if (hasErrorBody(exchange) || workingExchange(t, read) !== null) t.saw("unknown ids");
    return;
  }
  const [first] = answers;
  const wellFormed = hasForm(sample);
  if (first === undefined || (!wellFormed && first.answer.status === 400)) return;
  t.saw("unknown ids");
  t.breach(first, "status 404 to an id that does not exist", `status ${first.answer.status}`);
}

/** Asks for a record by an id that is almost a known one; false where the answer proves nothing. */
async function judgeAlmostKnown(
  t: Check,
  { id: operation, pathParams }: Operation,
  { id, reason }: AlmostKnown,
): Promise<boolean> {
  const parameter = pathParams.at(-1) ?? "";
  const exchange = await askOnce(t, { operation, path: { [parameter]: id }, intent: "id" });
  const ids = exchange === null ? [] : findIds(jsonOf(exchange.answer), parameter);
  // There may be such a record.
  if (exchange === null || ids.includes(id)) return false;
  if (!isNotFound(exchange) && !(succeeded(exchange) && ids.length > 0)) return false;
  t.saw("unknown ids");
  t.expect(exchange, `${id}, ${reason}, names nothing`).status(404);
  return true;
}

/** Asks for a record that names itself: by ids that are almost known ones, or else by an improbable one. */
export async function judgeNamed(t: Check, id: Operation["id"]): Promise<void> {
  const read = operation(id);
  const [sample] = await t.census.ids(read.pathParams.at(-1) ?? "");
  const judged = await Promise.all(almostKnown(sample).map((almost) => judgeAlmostKnown(t, read, almost)));
  if (!judged.includes(true)) await judgeUnknownId(t, read);
}

/**
 * Whether an answer says nothing about the id, but about the account, for one. A refusal does if a known id is not
 * refused with the same key.
 */
async function isBesideThePoint(
  t: Check,
  { id, pathParams }: Operation,
  { answer }: Answered,
  { path, sample }: { readonly path: Readonly<Record<string, string>>; readonly sample: string | undefined },
): Promise<boolean> {
  const { status } = answer;
  if (!is4xx(status)) return ELSEWHERE.has(status);
  if (status === 404) return false;
  if (sample === undefined) return isAboutTheCaller(answer);
  const known = await askOnce(t, { operation: id, path: { ...path, [pathParams.at(-1) ?? ""]: sample } });
  if (known !== null && !succeeded(known)) t.missed(known);
  return known === null || !succeeded(known);
}

/**
 * Looks up an external id that no record has. A lookup may also be a search that finds nothing; any record in the answer
 * is wrong.
 */
export async function judgeUnknownExternalId(t: Check, read: Operation): Promise<void> {
  const path = Object.fromEntries(read.pathParams.map((name) => [name, UNKNOWN_EXTERNAL_ID]));
  const exchange = await askOnce(t, { operation: read.id, path, intent: "id" });
  if (exchange === null) return;
  const { status } = exchange.answer;
  if (isNotFound(exchange)) t.saw("unknown ids");
  if (!succeeded(exchange) && !ABOUT_THE_ID.has(status)) return;
  t.saw("unknown ids");
  const value = jsonOf(exchange.answer);
  const ids = read.pathParams.flatMap((name) => findIds(value, name.replace("external_", "")));
  if (ids.length === 0 && findArray(value)?.items.length === 0)
    t.observe(`${requestLine(exchange)} is answered with an empty list.`);
  else t.breach(exchange, "status 404 to an external id that no record has", `status ${status}`);
}
