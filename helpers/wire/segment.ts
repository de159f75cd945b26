/** Whether a text stands in a path as it is: others are escaped, which gateways do not all let through. */
export function isPlainSegment(text: unknown): text is string {
  return typeof text === "string" && /^[\w.-]*\w[\w.-]*$/.test(text);
}
