import type { Operation } from "../../contract/model.js";
import { readSign } from "../../oracles/answers/existence.js";
import { madeUpPath } from "../../target/messages/made-up.js";
import { isOwnAddress } from "../../wire/own-address.js";
import { stringsIn } from "../../wire/search.js";
import type { Ask } from "../check/ask.js";
import type { Check } from "../check/check.js";
import { workingExchange } from "./calls-so-far.js";
import type { Existence } from "./existence.js";
import { askOnce } from "./probe.js";
import { isLikeUnknown } from "./unknown-paths.js";

/** The list of each generation whose records show where files are. */
const LABEL_LISTS = { v1: "v1ListLabels", v2: "v2ListLabels" } as const;

/**
 * Whether a download operation exists. The target chooses its paths, so only an address that the target itself
 * delivered can show that it is missing.
 */
export async function existenceOfDownload(t: Check, operation: Operation): Promise<Existence> {
  const working = workingExchange(t, operation);
  if (working !== null) return { is: "there", shown: [working] };
  const prefix = operation.path.slice(0, operation.path.indexOf("{"));
  const href = await deliveredAddress(t, operation, prefix);
  // v2 shows how many segments a path has, and the rule of unknown ids asks for the same; v1 does not.
  const madeUp: Ask =
    operation.generation === "v2"
      ? { operation: operation.id, path: madeUpPath(operation), intent: "id" }
      : { pathname: `${prefix}plimsoll/plimsoll/plimsoll.pdf` };
  const answer = await askOnce(t, href === null ? madeUp : { href });
  if (answer === null) return { is: "unclear", shown: [] };
  const like = await isLikeUnknown(t, operation, answer, {});
  const sign = readSign(operation, answer, like);
  if (sign === "there") return { is: "there", shown: [answer] };
  const lost = href !== null && (sign === "missing" || answer.answer.status === 404);
  return { is: lost && sign !== "mute" ? "missing" : "unclear", shown: [answer] };
}

/** An address below the prefix, on the target's own host, that the target's labels show. */
async function deliveredAddress(t: Check, { generation }: Operation, prefix: string): Promise<string | null> {
  const body = (await t.census.listed(LABEL_LISTS[generation])).answer?.body;
  if (body?.kind !== "json") return null;
  const base = `${t.settings.url}/`;
  const isThere = (text: string) => text.includes(prefix) && isOwnAddress(text, base);
  return [...stringsIn(body.value)].find(isThere) ?? null;
}
