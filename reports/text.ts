/**
 * Characters that a reader cannot see, or that control a terminal or the reading direction: controls (except line feed
 * and tab), format characters such as bidi overrides, lone surrogates, private use, line and paragraph separators,
 * noncharacters.
 */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/** The text with every unseen character spelled out as \u{…}: what a target sends must not disguise itself. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The text on one line, at most that many characters long. */
export function oneLine(text: string, most = Number.POSITIVE_INFINITY): string {
  // Runs of blanks shrink, hence the margin; a body of megabytes must not be read for one line.
  const line = visible(text.slice(0, most * 4))
    .replace(/\s+/g, " ")
    .trim();
  const chars = Array.from(line);
  return chars.length <= most ? line : `${chars.slice(0, most - 1).join("")}…`;
}

/** JSON for files and pipes: indented, with a line break at its end. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** "1 batch", "2 labels at the bound": a plural phrase; for one, its first plural word becomes singular. */
export function counted(count: number, phrase: string): string {
  if (count !== 1) return `${count} ${phrase}`;
  return `1 ${phrase.replace(/ies\b|(?<=ch|sh|ss|x)es\b|(?<=[^s])s\b/, (ending) => (ending === "ies" ? "y" : ""))}`;
}

/**
 * Breaks a text into lines of at most that many characters, at spaces if possible; a long word such as an address
 * breaks before one of its separators.
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of oneLine(text).split(" ")) {
    let rest = Array.from(word);
    let cut = fitting(rest, line, width);
    while (cut < rest.length) {
      lines.push(joined(line, rest.slice(0, cut)));
      line = "";
      rest = rest.slice(cut);
      cut = fitting(rest, line, width);
    }
    line = joined(line, rest);
  }
  return [...lines, line];
}

function joined(line: string, chars: readonly string[]): string {
  return line === "" || chars.length === 0 ? line + chars.join("") : `${line} ${chars.join("")}`;
}

/** How many characters of a word fit on a line after what is already there. */
function fitting(chars: readonly string[], line: string, width: number): number {
  const isEmpty = line === "";
  const room = isEmpty ? width : width - size(line) - 1;
  return chars.length <= room ? chars.length : cutOf(chars, room, isEmpty);
}

/** A shorter start of an address is not left at the end of a line. */
const SHORTEST_START = 20;

/** How many characters of a too long word go on this line: those before a separator; none if that is few. */
function cutOf(chars: readonly string[], room: number, wholeLine: boolean): number {
  const separators = wholeLine ? "&?/" : "&?";
  const at = chars.slice(0, room + 1).findLastIndex((char) => separators.includes(char));
  if (wholeLine) return at > room / 2 ? at : room;
  return at >= Math.max(SHORTEST_START, room / 2) ? at : 0;
}

function size(text: string): number {
  return Array.from(text).length;
}
