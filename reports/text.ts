/**
 * Characters that a reader cannot see or that steer a terminal or the reading direction: controls (but not
 * line feed and tab), format characters such as bidi overrides, lone surrogates, private use, line and
 * paragraph separators, noncharacters.
 */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/** The text with every unseen character spelt out as \u{…}. What a target sends must not disguise itself. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The text in one line, at most so many characters long. */
export function oneLine(text: string, most = Number.POSITIVE_INFINITY): string {
  // Runs of blanks shrink, hence the margin; a body of megabytes must not be read for a line.
  const line = visible(text.slice(0, most * 4))
    .replace(/\s+/g, " ")
    .trim();
  const chars = Array.from(line);
  return chars.length <= most ? line : `${chars.slice(0, most - 1).join("")}…`;
}

/** "1 rule", "2 rules". */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

/** Breaks a text into lines of at most so many characters, at spaces where there are any. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of oneLine(text)
    .split(" ")
    .flatMap((one) => pieces(one, width))) {
    if (line !== "" && size(line) + 1 + size(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function pieces(word: string, width: number): string[] {
  const chars = Array.from(word);
  const count = Math.max(1, Math.ceil(chars.length / width));
  return Array.from({ length: count }, (_, at) => chars.slice(at * width, (at + 1) * width).join(""));
}

function size(text: string): number {
  return Array.from(text).length;
}
