import type { Operation } from "../../contract/model.js";
import { readSign } from "../../oracles/answers/existence.js";
import { hasErrorBody } from "../../oracles/answers/likeness.js";
import type { Exchange } from "../../wire/exchange.js";
import { findArray } from "../../wire/find-array.js";
import { isOwnAddress } from "../../wire/own-address.js";
import { jsonOf } from "../../wire/raw.js";
import { stringsIn } from "../../wire/search.js";
import { isMissing } from "../../wire/status.js";
import type { Ask } from "../check/ask.js";
import type { Check } from "../check/check.js";
import { workingExchange } from "./calls-so-far.js";
import { type Existence, existenceOf, NOTHING_SHOWN } from "./existence.js";
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
  if (href === undefined) return orUnclear(await existenceOfMadeUp(t, operation, prefix));
  const first = await existenceAt(t, operation, { href });
  if (first.is !== "missing") return first;
  // Its label may have been removed since; the last address of a new reading is that of another label, if there is one.
  const fresh = deliveredIn(t, await t.ask({ operation: list }), prefix).at(-1);
  return fresh === undefined ? orUnclear(first) : existenceAt(t, operation, { href: fresh });
}

/** What the answer at an address below the operation's path shows. */
async function existenceAt(t: Check, operation: Operation, ask: Ask): Promise<Existence> {
  const answer = await askOnce(t, ask);
  if (answer === null) return NOTHING_SHOWN;
  const sign = readSign(operation, answer, await isLikeUnknown(t, operation, answer));
  // A file that is kept no longer gets an error too, like any other record that is not there.
  const isLost = sign === "missing" || (isMissing(answer.answer.status) && !hasErrorBody(answer));
  return { is: sign === "there" ? "there" : isLost ? "missing" : "unclear", shown: [answer] };
}

/** v2 says how many segments the path of a file has; v1 does not. */
function existenceOfMadeUp(t: Check, operation: Operation, prefix: string): Promise<Existence> {
  return operation.generation === "v2"
    ? existenceOf(t, operation)
    : existenceAt(t, operation, { pathname: `${prefix}plimsoll/plimsoll/plimsoll.pdf` });
}

/** What an address shows that may lead nowhere: that the operation is there, or nothing. */
function orUnclear(found: Existence): Existence {
  return found.is === "there" ? found : { ...found, is: "unclear" };
}

/** Addresses below the prefix, on the target's own host, that a list shows of labels which are completed. */
function deliveredIn(t: Check, { answer }: Exchange, prefix: string): readonly string[] {
  const base = `${t.settings.url}/`;
  const labels = findArray(jsonOf(answer), { id: "label_id" })?.items ?? [];
  return labels
    .filter(({ status = "completed" }) => status === "completed")
    .flatMap((label) => [...stringsIn(label)])
    .filter((text) => text.includes(prefix) && isOwnAddress(text, base));
}
