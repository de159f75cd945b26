/** Such texts in words, for reasons that ask for one. */
export const PLAIN_CHARACTERS = "letters, digits and . _ - alone";

/** Whether a text can be in a path without escaping; not all gateways let escaped characters through. */
export function isPlainSegment(text: unknown): text is string {
  return typeof text === "string" && /^[\w.-]*\w[\w.-]*$/.test(text);
}
