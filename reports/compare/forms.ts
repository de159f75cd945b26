/** How a value is written, as far as that is a habit and not data. */

const TIMESTAMP = /^\d{4}-\d\d-\d\d([T ])\d\d:\d\d(?::\d\d(?:\.(\d+))?)?(Z|[+-]\d\d:?\d\d)?$/;
const ID = /^([A-Za-z]+[-_])?\d+$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TOKEN = /^[a-z][a-z0-9]*([_.-][a-z0-9]+)*$/i;

interface Known {
  /** True where words are habits too, as in errors. */
  readonly literal: boolean;
  /** Origin of the request. */
  readonly origin: string;
}

/** The form of a value: "null", "a timestamp with 3 digits of fraction and Z", "an id like se-1". */
export function formOf(value: unknown, known: Known): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  switch (typeof value) {
    case "string":
      return formOfText(value, known);
    case "object":
      return Object.keys(value).length === 0 ? "an empty object" : "an object";
    case "boolean":
      return "true or false";
    default:
      return `a ${typeof value}`;
  }
}

function formOfText(text: string, { literal, origin }: Known): string {
  if (text === "") return "an empty text";
  const [isTime, between, fraction = "", zone = ""] = TIMESTAMP.exec(text) ?? [];
  if (isTime !== undefined) return timestampForm(between, fraction, zone);
  if (UUID.test(text)) return "a UUID";
  const [isId, prefix = ""] = ID.exec(text) ?? [];
  if (isId !== undefined) return prefix === "" ? "digits" : `an id like ${prefix}1`;
  if (/^https?:\/\//.test(text))
    return text.startsWith(`${origin}/`) ? "an address" : "an address of another host";
  if (text.startsWith("/")) return "a path";
  if (literal && TOKEN.test(text)) return `"${text}"`;
  if (/^[A-Z]{2,3}$/.test(text)) return "letters in upper case";
  if (/^[a-z]{2,3}$/.test(text)) return "letters in lower case";
  return "a text";
}

/** Services leave zeros at the end of a fraction away: the most common numbers of digits are one form. */
function timestampForm(between: string | undefined, fraction: string, zone: string): string {
  const digits =
    fraction.length > 3 ? `${fraction.length} digits of fraction` : "at most 3 digits of fraction";
  const where = zone === "" ? "no zone" : zone === "Z" ? "Z" : "an offset";
  return `a timestamp with ${between === " " ? "a blank, " : ""}${digits} and ${where}`;
}
