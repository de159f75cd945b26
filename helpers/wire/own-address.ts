import { urlOf } from "../contract/url.js";

/** Whether an address, absolute or relative to a base, is on the base's own host. */
export function isOwnAddress(href: string, base: string): boolean {
  return urlOf(href, base)?.origin === new URL(base).origin;
}

/** The path of an address below a base address that it begins with; itself begins with a slash. */
export function pathBelow(base: string, pathname: string): string {
  return pathname.slice(new URL(`${base}/`).pathname.length - 1);
}

/** A path on a target's host; with the target's base path where it lacks that, as behind a gateway that hides it. */
export function withBasePath(base: string, pathname: string): string {
  const prefix = new URL(base).pathname.replace(/\/$/, "");
  return `${pathname}/`.startsWith(`${prefix}/`) ? pathname : prefix + pathname;
}

/**
 * The absolute address of an href in the answer to a request; an own one gets the base path where it lacks that. What
 * is no address stays as it is.
 * @param url the address of the request
 */
export function addressFrom(url: string, href: string, base: string): string {
  const address = urlOf(href, url);
  if (address === null) return href;
  if (isOwnAddress(address.href, base)) address.pathname = withBasePath(base, address.pathname);
  return address.href;
}
