import { oneLine } from "./text.js";

/** A code span in which nothing is Markdown, a link or a mention, whatever the text. */
export function code(text: string): string {
  const line = oneLine(text);
  const runs = (line.match(/`+/g) ?? []).map((run) => run.length);
  const fence = "`".repeat(Math.max(0, ...runs) + 1);
  const pad = /^`|`$/.test(line) || line === "" ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Letters, digits and marks that mean nothing in Markdown where they stand in a sentence. */
const HARMLESS = /^[\p{L}\d .,:;()'"/%?–→…·-]*$/u;
/** Names of members, ids and options, which read better as code in any case. */
const NAME = /[\w.{}=,<>-]*[_={}<>*][\w.{}=,<>:-]*|--[\w-]+/g;

/** A sentence as running text, names in it as code; what could be more than text becomes a code span as a whole. */
export function prose(text: string): string {
  const line = oneLine(text);
  const rest = line.replace(NAME, "");
  if (!HARMLESS.test(rest) || /https?:|www\.|^\s*(-|\d+[.)])/.test(line)) return code(line);
  return line.replace(NAME, (found) => {
    const name = found.replace(/[.,:]+$/, "");
    return `${code(name)}${found.slice(name.length)}`;
  });
}
