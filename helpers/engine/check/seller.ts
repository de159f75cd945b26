import { namesSeller, toldBy } from "../../oracles/answers/refusal.js";
import type { Exchange } from "../../wire/exchange.js";
import { Inconclusive } from "../../wire/outcome.js";

/**
 * Why an answer proves nothing if it is a refusal that names a seller, since the contract leaves open when the
 * SELLER-ID header is required; null for any other answer.
 */
export function refusedForSeller({ request, answer }: Exchange): Inconclusive | null {
  if (answer === null || !namesSeller(answer)) return null;
  const told = toldBy(answer);
  const why =
    request.headers["seller-id"] === undefined
      ? `the target refuses calls without SELLER-ID: ${told}; give it with --seller-id`
      : `the target refuses calls with this SELLER-ID: ${told}; give another with --seller-id`;
  return new Inconclusive(why, "--seller-id ID");
}
