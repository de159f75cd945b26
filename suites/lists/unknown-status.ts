import type { ListDeclaration } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { known } from "../../helpers/engine/lists/reading/readings.js";
import { answeredOnce } from "../../helpers/engine/operations/probe.js";
import { decodePage } from "../../helpers/wire/decode.js";
import { plural } from "../../helpers/wire/message.js";

/** Notes what a list answers to a status outside its enumeration, which the contract leaves open. */
export async function observeUnknownStatus(
  t: Check,
  list: ListDeclaration,
  parameter: string,
): Promise<void> {
  const { total } = await known(t, list);
  // status.invalid-input-no-5xx sends the same request.
  const exchange = await answeredOnce(t, { operation: list.operation, query: { [parameter]: "plimsoll" } });
  t.saw("calls");
  const page = decodePage(exchange, list.name);
  const isIgnored = page.kind === "page" && page.total === total;
  const answered = page.kind === "page" ? plural(page.items.length, "item") : exchange.answer.status;
  t.observe(
    `A ${parameter} outside the enumeration is ${isIgnored ? "ignored" : `answered with ${answered}`}.`,
  );
}
