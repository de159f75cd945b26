import { DEFAULT_PAGE_SIZE, OFFSET_LIMIT, PAGE_PARAMETERS } from "../../contract/lists.js";
import type { Exchange, Finding } from "../../wire/exchange.js";
import { renderValue } from "../../wire/message.js";
import type { Raw } from "../../wire/raw.js";
import { errorsIn } from "../answers/refusal.js";
import { finding } from "../finding.js";

/** Rules of the error that is due above the limit, one for each fact. */
export const OFFSET_RULES = {
  status: "limits.offset.status",
  type: "limits.offset.error-type",
  code: "limits.offset.error-code",
  fieldName: "limits.offset.field-name",
  fieldValue: "limits.offset.field-value",
  message: "limits.offset.message",
} as const;

/** An answer to a shipment list request above the limit. */
interface OffsetClaim {
  readonly exchange: Exchange;
  /** As sent. */
  readonly page: string;
  /** The largest page size that the target is known to accept; by default the documented one. */
  readonly served?: number;
}

/** Words with which a message can advise narrowing a query, names of filters among them. */
const ADVICE =
  /\b(filter|filtr|narrow|refin|restrict|dates?\b|status|tags?\b|batch|shipment_status|(created|modified)_at)/i;
/** A letter that shows that a message may be in another language, which the contract leaves open. */
const FOREIGN_LETTER = /[^\P{L}a-z]/iu;

/** Whether a whole number fits into every type that a target may read it into. */
export function fitsAnyType(number: string): boolean {
  return BigInt(number) < 2n ** 31n;
}

/** Whether page times page_size, whole numbers of any length, exceeds the limit. */
export function exceedsOffset(page: bigint, pageSize: bigint): boolean {
  return page * pageSize > BigInt(OFFSET_LIMIT);
}

/** The largest page size that the document mentions; which one is the maximum is open. */
export const LARGEST_SIZE = 500;

/** Whether a pair is above the limit only if no maximum below its page_size counts in place of it. */
export function dependsOnMaximum(page: bigint, pageSize: bigint): boolean {
  const largest = BigInt(LARGEST_SIZE);
  return pageSize > largest && exceedsOffset(page, pageSize) && !exceedsOffset(page, largest);
}

/**
 * Judges an answer to a shipment list request above the limit: each fact of the documented error is a finding of its
 * own. Without a 400 only the status is blamed.
 */
export function offsetError(claim: OffsetClaim): Finding[] {
  const { exchange, page } = claim;
  const { answer } = exchange;
  if (answer === null) return [];
  const blame = (rule: string) => ({ rule, exchanges: [exchange] });
  if (answer.status !== 400) {
    const documented = `status 400: page times page_size exceeds ${OFFSET_LIMIT}`;
    return [finding(blame(OFFSET_RULES.status), documented, `status ${answer.status}`)];
  }
  const error = pageError(errorsIn(exchange.answer));
  if (error === null || refusedOtherwise(claim)) return [];
  const { at, value } = error;
  const expect = (rule: string, member: string, due: string): Finding[] =>
    value[member] === due
      ? []
      : [
          finding(
            blame(rule),
            `${member} is ${renderValue(due)}`,
            renderValue(value[member]),
            `/errors/${at}/${member}`,
          ),
        ];
  // A number as field_value breaks the member's type, which is another rule; here only the value counts.
  const fieldValue = typeof value.field_value === "number" ? String(value.field_value) : undefined;
  return [
    ...expect(OFFSET_RULES.type, "error_type", "validation"),
    ...expect(OFFSET_RULES.code, "error_code", "invalid_field_value"),
    ...expect(OFFSET_RULES.fieldName, "field_name", "page"),
    ...(fieldValue === page ? [] : expect(OFFSET_RULES.fieldValue, "field_value", page)),
    ...advises(value, at, blame(OFFSET_RULES.message)),
  ];
}

/** Whether the answer is a 400 with an error whose facts can be judged. */
export function showsError(exchange: Exchange): boolean {
  return exchange.answer?.status === 400 && pageError(errorsIn(exchange.answer)) !== null;
}

/**
 * A target may refuse sizes that it never serves, and page numbers beyond 32 bits, for that reason: a 400 is still due,
 * but its error may be about that.
 */
function refusedOtherwise({ exchange, page, served = DEFAULT_PAGE_SIZE }: OffsetClaim): boolean {
  if (!fitsAnyType(page)) return true;
  const { searchParams } = new URL(exchange.request.url);
  const size = searchParams.get("page_size") ?? "";
  const names = errorsIn(exchange.answer).map((error) => error.field_name);
  // Another rule judges whether a filter beside it is accepted at all.
  if (!names.includes("page") && names.some((name) => isFilter(name) && searchParams.has(name))) return true;
  const aboutSize = errorsIn(exchange.answer).some((error) => error.field_name === "page_size");
  return aboutSize && Number(size) > served;
}

function isFilter(name: unknown): name is string {
  return typeof name === "string" && !PAGE_PARAMETERS.includes(name);
}

/** Whether an answer is the refusal for the offset limit, which must not come at exactly the limit. */
export function isOffsetRefusal(exchange: Exchange): boolean {
  if (exchange.answer?.status !== 400) return false;
  return errorsIn(exchange.answer).some((error) => error.field_name === "page");
}

/** Whether two answers refuse with the same words, numbers aside: then both do so for the same reason. */
export function refusedAlike(one: Exchange, other: Exchange): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  return words.length > 0 && words.join() === others.join();
}

function wordsOf({ answer }: Exchange): readonly string[] {
  return errorsIn(answer).map(({ error_type, error_code, field_name, message }) =>
    JSON.stringify([error_type, error_code, field_name, message]).replaceAll(/\d+/g, ""),
  );
}

function advises(error: Raw, at: number, blame: { rule: string; exchanges: readonly Exchange[] }): Finding[] {
  const message = error.message;
  if (typeof message === "string" && (ADVICE.test(message) || FOREIGN_LETTER.test(message))) return [];
  return [
    finding(
      blame,
      "the message advises to narrow the query with filters",
      renderValue(message),
      `/errors/${at}/message`,
    ),
  ];
}

/** The error about the page if there is one, otherwise the first. */
function pageError(errors: readonly Raw[]): { at: number; value: Raw } | null {
  const at = Math.max(
    0,
    errors.findIndex((error) => error.field_name === "page"),
  );
  const value = errors[at];
  return value === undefined ? null : { at, value };
}
