/** How a CSV file is written, as far as that is a habit rather than data. */

/** Contents of cells without a value. */
const NO_VALUE = /^(none|null|nil|n\/a|nan|undefined|-{1,2})$/i;

/** The form of each aspect of a CSV file. */
export function csvForms(text: string): readonly (readonly [string, string])[] {
  const lines = text.split(/\r?\n/);
  const rows = lines.slice(1).filter((line) => line !== "");
  const values = rows.flatMap((row) => row.split(",").map((value) => value.replace(/^"(.*)"$/, "$1")));
  const trailing = lines.length - 1 - lines.findLastIndex((line) => line !== "");
  const has = (pattern: RegExp): boolean => values.some((value) => pattern.test(value));
  return [
    ["start of the file", text.startsWith("\ufeff") ? "a byte order mark" : "the header row"],
    ["cells without a value", values.find((value) => NO_VALUE.test(value)) ?? "empty"],
    ["end of lines", text.includes("\r\n") ? "CRLF" : "LF"],
    ["end of the file", trailing > 1 ? "blank lines" : "the last row"],
    ["quotes", /^"/.test(rows[0] ?? "") ? "around every value" : "where they are needed"],
    ...(has(/^\d{4}-\d\d-\d\d[ T]\d\d/)
      ? [["times", has(/^\d{4}-\d\d-\d\d \d\d/) ? "with a blank" : "with a T"] as const]
      : []),
    ...(has(/^[+-]?\d*\.\d+$/)
      ? [
          [
            "amounts",
            has(/^[+-]?\.\d/) || has(/^\+/) ? "short, or with a plus" : "with a digit first",
          ] as const,
        ]
      : []),
  ];
}
