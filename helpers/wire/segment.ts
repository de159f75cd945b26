import { percentDecoded } from "../contract/text.js";

/** The segments of an address's path, decoded. */
export function segmentsOf({ pathname }: URL): readonly string[] {
  return pathname.split("/").map(percentDecoded);
}

/** The last segment of an address's path, decoded: in a read by id, the id. */
export function lastSegment(url: string): string {
  return segmentsOf(new URL(url)).at(-1) ?? "";
}

/** Texts that can be in a path, escaped or not, in words, for reasons that ask for one. */
export const PATH_CHARACTERS = "letters, digits, blanks and . _ - alone";

/** Whether a text can be in a path without escaping; not all gateways let escaped characters through. */
export function isPlainSegment(text: unknown): text is string {
  return typeof text === "string" && /^[\w.-]*\w[\w.-]*$/.test(text);
}

/** Whether a text consists of words in any language, which are easily escaped: no character counts as two. */
export function isWorded(text: unknown): text is string {
  return (
    typeof text === "string" &&
    /^[\p{L}\p{N}_.-]+( [\p{L}\p{N}_.-]+)*$/u.test(text) &&
    !/[\u{10000}-\u{10ffff}]/u.test(text)
  );
}
