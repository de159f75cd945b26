import type { Exchange } from "../../wire/exchange.js";
import { findArray } from "../../wire/find-array.js";
import { jsonOf, sentIn } from "../../wire/raw.js";
import { findIds, placedStringsIn } from "../../wire/search.js";
import { is4xx, succeeded } from "../../wire/status.js";

/** A record that shows a text which was sent only to one that does not exist. */
interface Trace {
  readonly id: string;
  readonly pointer: string;
  readonly text: string;
  readonly refused: Exchange;
  readonly shown: Exchange;
}

/**
 * The first record that shows the text of a refused change; null if there is none. It was there before: one that a
 * change has created is another matter.
 * @param sent changes of records that do not exist, which alone hold the text
 * @param calls what was done with such records
 * @param parameter the path parameter that holds their ids
 */
export function traceOf(
  text: string,
  sent: readonly Exchange[],
  calls: readonly Exchange[],
  parameter: string,
): Trace | null {
  const refused = sent.find((exchange) => isRefused(exchange) && holds(sentIn(exchange), text) !== null);
  if (refused === undefined) return null;
  const answered = calls.filter(succeeded);
  const before = answered.filter(({ index }) => index < refused.index);
  const known = new Set(before.flatMap(({ answer }) => findIds(jsonOf(answer), parameter)));
  for (const shown of answered.filter(({ index }) => index > refused.index))
    for (const { id, raw } of recordsOf(shown, parameter)) {
      const pointer = known.has(id) ? holds(raw, text) : null;
      if (pointer !== null) return { id, pointer, text, refused, shown };
    }
  return null;
}

function isRefused({ answer, request }: Exchange): boolean {
  return request.key === "right" && answer !== null && is4xx(answer.status);
}

/** Where a value holds a text; null if it does not. */
function holds(value: unknown, text: string): string | null {
  return placedStringsIn(value).find((each) => each.text.includes(text))?.pointer ?? null;
}

/** The records that an answer shows: those of a list, or a single one. */
function recordsOf(
  { answer }: Exchange,
  parameter: string,
): readonly { readonly id: string; readonly raw: unknown }[] {
  const json = jsonOf(answer);
  const items: readonly unknown[] = findArray(json, { id: parameter })?.items ?? [json];
  return items.flatMap((raw) =>
    findIds(raw, parameter)
      .slice(0, 1)
      .map((id) => ({ id, raw })),
  );
}
