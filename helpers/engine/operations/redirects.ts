import type { Answered, Check } from "../check/check.js";

/** Redirects on the target's own host that are followed. */
const MOST_REDIRECTS = 2;

/** The last of the answers where redirects on the target's own host are followed. */
export async function followed(
  t: Check,
  first: Answered,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  let exchange = first;
  for (let hop = 0; hop < MOST_REDIRECTS && isOwnRedirect(t, exchange); hop += 1) {
    const href = exchange.answer.headers.location ?? "";
    exchange = await t.ask({ href, base: exchange.request.url, headers });
  }
  return exchange;
}

function isOwnRedirect(t: Check, exchange: Answered): boolean {
  const target = redirectOf(exchange);
  return target !== null && target.origin === new URL(t.settings.url).origin;
}

/** Where an answer redirects to; null where it does not. */
export function redirectOf({ answer, request }: Answered): URL | null {
  const { location } = answer.headers;
  if (answer.status < 300 || answer.status > 399 || location === undefined) return null;
  return URL.canParse(location, request.url) ? new URL(location, request.url) : null;
}
