import { requestLine } from "../../../wire/message.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { awaitEffect, BRIEF } from "../eventually.js";
import type { OddUpdate } from "../odd-bodies.js";
import { listedMembers, readWarehouse } from "./record.js";

/** Whether the list, read afterwards, or the warehouse itself shows the name sent in the odd body. */
export async function hadEffect(
  t: Check,
  id: string,
  { exchange, name, writing }: OddUpdate,
  after: OpenList | null,
): Promise<boolean> {
  const isListed = listedMembers(after, id).name === name;
  const isDone = isListed || (succeeded(exchange) && (await showsSoon(t, id, name)));
  if (isDone) t.session.conduct.tell(`${requestLine(exchange)} changed a warehouse by ${writing.body}`);
  return isDone;
}

async function showsSoon(t: Check, id: string, name: string): Promise<boolean> {
  const isShown = (shown: { readonly name: string | null } | null) => shown?.name === name;
  return isShown(await awaitEffect(t, () => readWarehouse(t, id), isShown, BRIEF));
}
