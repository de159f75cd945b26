import { oneLine } from "./text.js";

/** A code span in which nothing is Markdown, a link or a mention, whatever the text. */
export function code(text: string): string {
  const line = oneLine(text);
  const runs = (line.match(/`+/g) ?? []).map((run) => run.length);
  const fence = "`".repeat(Math.max(0, ...runs) + 1);
  const pad = /^`|`$/.test(line) || line === "" ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Letters, digits and marks that have no meaning in Markdown within a sentence. */
const HARMLESS = /^[\p{L}\d .,:;()'"/%?–→…·-]*$/u;
/** Names of members, paths, ids and options, which always read better as code. */
const NAME = /[\w./{}=,<>-]*[_={}<>*][\w./{}=,<>:-]*|--[\w-]+/g;

/** A sentence as running text with names as code; a text that might be more than that becomes a code span. */
export function prose(text: string): string {
  const line = oneLine(text);
  const rest = line.replace(NAME, "");
  if (!HARMLESS.test(rest) || /https?:|www\.|^\s*(-|\d+[.)])/.test(line)) return code(line);
  return line.replace(NAME, (found) => {
    const name = found.replace(/[.,:]+$/, "");
    return `${code(name)}${found.slice(name.length)}`;
  });
}
