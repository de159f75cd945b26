import { DEFAULT_PAGING } from "../../contract/lists.js";
import type { Exchange } from "../../wire/exchange.js";
import { succeeded } from "../../wire/status.js";
import { type Judgement, NOTHING } from "../judgement.js";
import {
  dependsOnMaximum,
  exceedsOffset,
  fitsAnyType,
  OFFSET_RULES,
  offsetError,
  showsError,
} from "../lists/offset.js";
import type { JudgedExchange } from "./context.js";

const WHOLE = /^[1-9][0-9]*$/;

/** The documented error on every v1 shipment list call above the offset limit, with both numbers given. */
export function judgeOffsetLimit({ exchange, operation }: JudgedExchange): Judgement {
  if (operation?.id !== "v1ListShipments" || exchange.request.key !== "right") return NOTHING;
  const asked = pageAboveLimit(operation.id, exchange);
  if (asked === null || !isReadAlike(asked)) return NOTHING;
  const { page, size } = asked;
  // The check of the limit tells whether a maximum counts in place of the size.
  if (succeeded(exchange) && dependsOnMaximum(BigInt(page), BigInt(size))) return NOTHING;
  const rules = showsError(exchange) ? Object.values(OFFSET_RULES) : [OFFSET_RULES.status];
  return {
    findings: offsetError({ exchange, page }),
    evidence: rules.map((rule) => ({ rule, count: 1 })),
  };
}

/** Whether a shipment list call is above the offset limit, by the defaults where it leaves a number out. */
export function isAboveLimit(operation: string, exchange: Exchange): boolean {
  const asked = pageAboveLimit(operation, exchange, DEFAULT_PAGING);
  return asked !== null && isReadAlike(asked);
}

/**
 * Whether a v1 shipment list call is above the offset limit by numbers so large that a target may refuse them for their
 * size. An error that names a field is one of type validation then, too.
 */
export function isFarAboveLimit(operation: string, exchange: Exchange): boolean {
  const asked = operation === "v1ListShipments" ? pageAboveLimit(operation, exchange, DEFAULT_PAGING) : null;
  return asked !== null && !isReadAlike(asked);
}

/** Page and size asked for, as sent. */
interface Asked {
  readonly page: string;
  readonly size: string;
}

/**
 * What was asked for in a shipment list call above the offset limit; null for any other call.
 * @param unsaid values of what the call leaves out
 */
function pageAboveLimit(
  operation: string,
  exchange: Exchange,
  unsaid: Readonly<Record<string, string>> = {},
): Asked | null {
  if (operation !== "v1ListShipments" && operation !== "v2ListShipments") return null;
  const { searchParams } = new URL(exchange.request.url);
  const [page = null, size = null] = ["page", "page_size"].map(
    (name) => searchParams.get(name) ?? unsaid[name],
  );
  if (page === null || size === null) return null;
  if (![page, size].every((number) => WHOLE.test(number))) return null;
  return exceedsOffset(BigInt(page), BigInt(size)) ? { page, size } : null;
}

/** Whether every target reads the numbers the same way. */
function isReadAlike({ page, size }: Asked): boolean {
  return fitsAnyType(page) && fitsAnyType(size);
}
