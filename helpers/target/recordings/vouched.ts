import { compiledSchema } from "../../contract/compile.js";
import type { AnySchemaId } from "../../contract/generated/types.js";
import { urlOf } from "../../contract/url.js";
import type { Exchange } from "../../wire/exchange.js";
import { withoutCookies } from "../secrets/secrets-in.js";

/**
 * Makes sure that the contents of a run's file are valid: files may be copied halfway, joined and edited.
 * @param what names the place in the file: "line 7"
 * @throws TypeError, with one line that says what is wrong but never quotes the value, which may be a secret
 */
export function vouchFor(schema: AnySchemaId, value: unknown, what: string): void {
  const validate = compiledSchema(schema);
  if (validate(value)) return;
  const depth = (path: string) => path.split("/").length;
  const [error] = (validate.errors ?? []).toSorted(
    (one, other) => depth(other.instancePath) - depth(one.instancePath),
  );
  const place = error?.instancePath === "" ? "it" : error?.instancePath;
  throw new TypeError(`${what} is damaged: ${place} ${error?.message ?? "cannot be read"}.`);
}

/**
 * A complete exchange from a run's file, with an address that can be parsed, and without cookies, which older
 * recordings contain.
 * @throws TypeError as `vouchFor`
 */
export function vouchedExchange(value: unknown, what: string): Exchange {
  vouchForExchange(value, what);
  if (urlOf(value.request.url) === null)
    throw new TypeError(`${what} is damaged: its request has no address.`);
  return value.answer === null ? value : { ...value, answer: withoutCookies(value.answer) };
}

function vouchForExchange(value: unknown, what: string): asserts value is Exchange {
  vouchFor("results/exchange", value, what);
}
