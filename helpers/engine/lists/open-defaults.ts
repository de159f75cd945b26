import { NEEDED_QUERY } from "../../contract/lists.js";
import { decodeOpenPage, type Page } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { renderIds } from "../../wire/message.js";
import type { Check } from "../check/check.js";
import { APART } from "./open-cuts.js";
import { hasId, pageOf, sizeOf } from "./open-pages.js";
import { type OpenReading, readSample } from "./open-reading.js";
import { idsOf } from "./pages.js";

/**
 * A request without page gives page 1: it shares items with page 1 of another size and none with a page far behind it,
 * whichever order items have inside a page and whatever was created between the two.
 */
export async function openDefault(t: Check, reading: OpenReading): Promise<readonly Finding[]> {
  const { list, sample, isShared } = reading;
  const { operation } = list;
  const listed = await (isShared
    ? t.listed(operation)
    : t.ask({ operation, query: { ...NEEDED_QUERY[operation] } }));
  const plain = decodeOpenPage(listed, list.id);
  const first = pageOf(sample) === 1 ? sample : (await reading.walk(t)).pages[0];
  if (plain.kind !== "page" || !first?.items.length || ![...plain.items, ...first.items].every(hasId))
    return t.inconclusive(`needs a list whose items show ${list.id}; ${operation} shows none`);
  t.saw("lists");
  const came = new Set(idsOf(plain));
  const shares = (page: Page) => idsOf(page).some((id) => came.has(id));
  const isFarBehind = (pageOf(sample) - 1) * sizeOf(sample) >= came.size + APART;
  if (shares(first) && !(isFarBehind && shares(sample))) return [];
  // Many items may have been created between the two.
  if (isShared) return openDefault(t, await readSample(t, list, false));
  return [
    t.finding(
      [plain.exchange, first.exchange],
      `without page the items of page 1, such as ${renderIds(idsOf(first))}`,
      came.size === 0 ? "none" : renderIds(idsOf(plain)),
    ),
  ];
}
