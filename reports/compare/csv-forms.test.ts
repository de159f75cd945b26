import { describe, expect, it } from "vitest";
import { csvForms } from "./csv-forms.js";

const PLAIN = "id,at,amount\n1,2026-09-14T08:30:00Z,0.50\n2,2026-09-15T08:30:00Z,-1.25\n";

/** The forms in which a file differs from a plain one. */
function otherThanPlain(text: string): readonly string[] {
  const plain = new Map(csvForms(PLAIN));
  return csvForms(text)
    .filter(([what, form]) => plain.get(what) !== form)
    .map(([, form]) => form);
}

describe("forms of a CSV file", () => {
  it.each([
    [PLAIN.replaceAll("\n", "\r\n"), ["CRLF"]],
    [`${PLAIN}\n\n`, ["blank lines"]],
    [PLAIN.replace(/^([12]),(.*),(.*)$/gm, '"$1","$2","$3"'), ["around every value"]],
    [PLAIN.replaceAll("T08", " 08"), ["with a blank"]],
    [PLAIN.replace("0.50", "+.50"), ["short, or with a plus"]],
    [`\ufeff${PLAIN}`, ["a byte order mark"]],
    [PLAIN.replace("0.50", "None"), ["None"]],
    [PLAIN.replaceAll("2026", "2025").replace("0.50", "7.75"), []],
  ])("are told apart: %j", (text, forms) => {
    expect(otherThanPlain(text)).toEqual(forms);
  });
});
