/** Whether an address, absolute or relative to a base, is on the base's own host. */
export function isOwnAddress(href: string, base: string): boolean {
  return URL.canParse(href, base) && new URL(href, base).origin === new URL(base).origin;
}
