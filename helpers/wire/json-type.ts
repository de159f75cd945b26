/** Whether a Content-Type declares JSON. */
export function isJsonType(contentType: string): boolean {
  return /^\s*(application|text)\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType);
}
