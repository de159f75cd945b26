import { findOperation } from "../../contract/operations.js";
import { urlOf } from "../../contract/url.js";
import { isDownload, isRedirect } from "../../oracles/exchange/context.js";
import type { CallRequest } from "../../target/messages/request.js";
import { intentOf, methodOf } from "../../target/messages/request.js";
import type { Settings } from "../../target/settings/settings.js";
import type { Exchange } from "../../wire/exchange.js";

/** How many redirects in a row are followed. */
export const MOST_REDIRECTS = 3;

/**
 * The request that follows a redirect of a read; null if there is no redirect, or if it leads to another host. A file
 * counts as the answer of its operation wherever it is.
 */
export function hopOf(settings: Settings, request: CallRequest, exchange: Exchange): CallRequest | null {
  if (methodOf(request) !== "GET" || intentOf(request) !== null) return null;
  const target = redirectOf(exchange);
  if (target === null || target.origin !== new URL(settings.url).origin) return null;
  const { check, turn, headers } = request;
  const called = exchange.operation === null ? null : findOperation(exchange.operation);
  const file = called !== null && isDownload(called) ? { operation: called.id } : {};
  return { check, href: target.href, ...file, ...(turn && { turn }), ...(headers && { headers }) };
}

/** Where an answer redirects to; null if it does not. */
export function redirectOf({ answer, request }: Exchange): URL | null {
  const location = answer?.headers.location;
  if (answer === null || !isRedirect(answer.status) || location === undefined) return null;
  return urlOf(location, request.url);
}
