import type { Cause, Compliance } from "./results.js";
import { oneLine } from "./text.js";
import {
  breachWords,
  isKnown,
  type OpenQuestion,
  openQuestions,
  standingOf,
  verdictLine,
} from "./wording.js";

/** GitHub shows ten annotations of a kind for each step. */
const MOST = 10;

/** Annotations of a GitHub job: an error for each cause to fix; if nothing is broken, what else is in the way. */
export function annotations(result: Compliance): string {
  const standing = standingOf(result);
  if (standing === "conforms") return "";
  if (result.causes.length > 0) {
    const shown = result.causes.slice(0, MOST);
    return shown.map((cause) => causeCommand(cause, result)).join("");
  }
  const [question] = openQuestions(result);
  const level = standing === "not-made" || standing === "waivers" ? "error" : "warning";
  return command(
    level,
    verdictLine(result),
    question === undefined ? "See the report." : settleWords(question),
  );
}

function settleWords({ settle, options }: OpenQuestion): string {
  return options.length === 0 ? settle : `${settle}\nadd ${options.join(" ")}`;
}

/** What the baseline has too is told, but is no error. */
function causeCommand(cause: Cause, result: Compliance): string {
  const isOld = cause.rules.every((id) => isKnown(result, id));
  const title = isOld ? `in the baseline too: ${cause.title}` : cause.title;
  return command(isOld ? "warning" : "error", title, causeWords(cause, result));
}

function causeWords({ fix, rules }: Cause, result: Compliance): string {
  const lines = rules.flatMap((id) => {
    const rule = result.rules.find((one) => one.id === id);
    return rule === undefined ? [] : [`${id}: ${breachWords(rule)}`];
  });
  return [...(fix === null ? [] : [oneLine(fix, 300)]), ...lines].join("\n");
}

/** A workflow command, encoded so that a target can neither end it nor add a property. */
function command(level: "error" | "warning", title: string, message: string): string {
  const escaped = (text: string) =>
    text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const property = escaped(oneLine(title, 200)).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${level} title=${property}::${escaped(message)}\n`;
}
