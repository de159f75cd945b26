import type { Operation } from "../../contract/model.js";
import { readSign } from "../../oracles/answers/existence.js";
import type { Exchange } from "../../wire/exchange.js";
import { isOwnAddress } from "../../wire/own-address.js";
import { stringsIn } from "../../wire/search.js";
import type { Check } from "../check/check.js";
import { workingExchange } from "./calls-so-far.js";
import { type Existence, existenceOf } from "./existence.js";
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
  const list = LABEL_LISTS[operation.generation];
  const prefix = operation.path.slice(0, operation.path.indexOf("{"));
  const [href] = deliveredIn(t, await t.census.listed(list), prefix);
  if (href === undefined) return madeUpFile(t, operation, prefix);
  const first = await deliveredFile(t, operation, href);
  if (first.is !== "missing") return first;
  // Its label may have been removed since; the last address of a new reading is that of another label, if there is one.
  const fresh = deliveredIn(t, await t.ask({ operation: list }), prefix).at(-1);
  return fresh === undefined ? { ...first, is: "unclear" } : deliveredFile(t, operation, fresh);
}

async function deliveredFile(t: Check, operation: Operation, href: string): Promise<Existence> {
  const answer = await askOnce(t, { href });
  if (answer === null) return { is: "unclear", shown: [] };
  const sign = readSign(operation, answer, await isLikeUnknown(t, operation, answer, {}));
  const isLost = sign === "missing" || (answer.answer.status === 404 && sign !== "mute");
  return { is: sign === "there" ? "there" : isLost ? "missing" : "unclear", shown: [answer] };
}

/**
 * What a made-up address shows: that the operation is there, or nothing. v2 says how many segments a path has; v1 does
 * not.
 */
async function madeUpFile(t: Check, operation: Operation, prefix: string): Promise<Existence> {
  if (operation.generation === "v2") {
    const found = await existenceOf(t, operation);
    return found.is === "there" ? found : { ...found, is: "unclear" };
  }
  const answer = await askOnce(t, { pathname: `${prefix}plimsoll/plimsoll/plimsoll.pdf` });
  if (answer === null) return { is: "unclear", shown: [] };
  const sign = readSign(operation, answer, await isLikeUnknown(t, operation, answer, {}));
  return { is: sign === "there" ? "there" : "unclear", shown: [answer] };
}

/** Addresses below the prefix, on the target's own host, that a list of labels shows. */
function deliveredIn(t: Check, { answer }: Exchange, prefix: string): readonly string[] {
  if (answer?.body.kind !== "json") return [];
  const base = `${t.settings.url}/`;
  return [...stringsIn(answer.body.value)].filter(
    (text) => text.includes(prefix) && isOwnAddress(text, base),
  );
}
