import { oneLine, visible, wrap } from "./text.js";

// How lines are laid out on a terminal.

/** Columns of a line. */
export const WIDTH = 80;

/** Columns of a label and the blanks after it. */
export const LABEL = 14;

/** A label and its text. */
export function pair(label: string, text: string): string[] {
  return labelled(label, wrap(oneLine(text, 600), WIDTH - LABEL));
}

/** Lines with a label before the first. */
export function labelled(label: string, lines: readonly string[]): string[] {
  return lines.map((line, at) => `${at === 0 ? `  ${label}`.padEnd(LABEL) : " ".repeat(LABEL)}${line}`);
}

/**
 * A shell command over several lines that can be pasted as it is; words are never broken, and an option stays with its
 * value.
 */
export function command(words: readonly string[], indent: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of withValues(words.map(visible))) {
    if (line !== "" && indent + line.length + word.length + 3 > WIDTH) {
      lines.push(`${line} \\`);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** The words, with each option and its value as one: "--seed 7". */
function withValues(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const last = joined.at(-1) ?? "";
    const isValue = /^--\S+$/.test(last) && !word.startsWith("-");
    if (isValue) joined[joined.length - 1] = `${last} ${word}`;
    else joined.push(word);
  }
  return joined;
}

/** The words of a curl line, with their quotes; an option and its value are one. */
export function shellWords(line: string): string[] {
  return line.match(/(?:-[HX] )?(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g) ?? [];
}

/** A numbered paragraph. */
export function numbered(number: number, text: string): string[] {
  return wrap(text, WIDTH - 4).map((line, at) => `${at === 0 ? `${number}.`.padEnd(4) : "    "}${line}`);
}

/** A paragraph beside its label. */
export function hanging(label: string, text: string): string[] {
  return wrap(text, WIDTH - label.length - 2).map(
    (line, at) => `${at === 0 ? label : " ".repeat(label.length)}  ${line}`,
  );
}

/** An indented paragraph. */
export function indented(text: string, by = 2): string[] {
  return wrap(text, WIDTH - by).map((line) => " ".repeat(by) + line);
}

/** Names, each with its text below. */
export function described(entries: readonly (readonly [name: string, text: string])[]): string {
  return entries.flatMap(([name, text]) => [name, ...indented(text)]).join("\n");
}

/** What a list leaves out; nothing if it is whole. */
export function more(count: number): string[] {
  return count > 0 ? [`  … and ${count} more, in the report`] : [];
}
