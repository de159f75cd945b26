/** How a value is written, as far as that is a habit rather than data. */

const TIMESTAMP = /^\d{4}-\d\d-\d\d([T ])\d\d:\d\d(?::\d\d(?:\.(\d+))?)?(Z|[+-]\d\d:?\d\d)?$/;
const ID = /^([A-Za-z]+[-_])?\d+$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TOKEN = /^[a-z][a-z0-9]*([_.-][a-z0-9]+)*$/i;

/** Digits in a fraction of a second with milliseconds. */
const USUAL_DIGITS = 3;

/** Forms that all values of a kind share, so that one value shows the habit. */
const TELLING = /^an? (timestamp|id like|UUID|address|path|array|object)\b/;

/** Whether a form may come from the single record that has it: some records have a text where others have null. */
export function mayBeData(form: string): boolean {
  return !TELLING.test(form);
}

interface Known {
  /** True if words are habits too, as in errors. */
  readonly literal: boolean;
  /** Address of the service, up to the generation. */
  readonly base: string;
  /** The member's name. */
  readonly what: string;
}

/** The forms of a value: "null", "a timestamp with Z", "an id like se-1". */
export function formsOf(value: unknown, known: Known): string[] {
  if (typeof value === "string") return formsOfText(value, known);
  if (value === null) return ["null"];
  if (Array.isArray(value)) return [known.literal && value.length > 1 ? "an array of several" : "an array"];
  if (typeof value === "boolean") return ["true or false"];
  if (typeof value !== "object") return [`a ${typeof value}`];
  return [Object.keys(value).length === 0 ? "an empty object" : "an object"];
}

function formsOfText(text: string, known: Known): string[] {
  const [isTime, between, fraction = "", zone = ""] = TIMESTAMP.exec(text) ?? [];
  if (isTime === undefined) return [formOfText(text, known)];
  return [
    `a timestamp with ${zone === "" ? "no zone" : zone === "Z" ? "Z" : "an offset"}`,
    ...(between === " " ? ["a timestamp with a blank"] : []),
    // Services drop zeros at the end of a fraction, so fewer digits mean nothing.
    ...(fraction.length > USUAL_DIGITS ? [`a timestamp with ${fraction.length} digits of fraction`] : []),
  ];
}

function formOfText(text: string, { literal, base, what }: Known): string {
  if (text === "") return "an empty text";
  if (UUID.test(text)) return "a UUID";
  const [isId, prefix = ""] = ID.exec(text) ?? [];
  // Only ids from the service share a prefix by kind: anything else that looks like an id is data.
  if (isId !== undefined && (prefix === "" || /^(?!external).*id$/i.test(what)))
    return prefix === "" ? "digits" : `an id like ${prefix}1`;
  const address = formOfAddress(text, base);
  if (address !== null) return address;
  if (literal && TOKEN.test(text)) return `"${text}"`;
  if (/^[A-Z]{2,3}$/.test(text)) return "letters in upper case";
  if (/^[a-z]{2,3}$/.test(text)) return "letters in lower case";
  return "a text";
}

/** The form of an address; null for any other text. */
function formOfAddress(text: string, base: string): string | null {
  const isPath = text.startsWith("/");
  if (!isPath && !/^https?:\/\//.test(text)) return null;
  const { origin, pathname } = new URL(base);
  if (!isPath && !text.startsWith(`${origin}/`)) return "an address of another host";
  const isBelow = `${isPath ? origin : ""}${text}`.startsWith(`${origin}${pathname.replace(/\/$/, "")}/`);
  return `${isPath ? "a path" : "an address"}${isBelow ? "" : " beside the base"}`;
}
