import type { Answered, Exchange } from "./exchange.js";

/** What a status means, whatever operation it answers. */

export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** Whether a status says that the request is refused. */
export function is4xx(status: number): boolean {
  return status >= 400 && status <= 499;
}

/** Whether a status says that something is not there, or not any more. */
export function isMissing(status: number): boolean {
  return status === 404 || status === 410;
}

/** Whether a status says that the target failed. A 501 only says that it does not support the method. */
export function isFailure(status: number): boolean {
  return status >= 500 && status !== 501;
}

/** Whether a status says nothing about what was asked for: it is about the key or the method, or the target failed. */
export function isBesideTheQuestion(status: number): boolean {
  return status === 401 || status === 403 || status === 405 || status >= 500;
}

/** Whether an exchange was answered with a success. */
export function succeeded({ answer }: { readonly answer: { readonly status: number } | null }): boolean {
  return answer !== null && isSuccess(answer.status);
}

/** Whether a call with the right key succeeded. */
export function succeededWithKey(exchange: Exchange): exchange is Answered {
  return exchange.request.key === "right" && succeeded(exchange);
}
