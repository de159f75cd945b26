import type { Context as AnyContext } from "hono";
import type { Operation } from "../contract/operations.js";
import type { Shared } from "./call.js";
import { Problem, unknownId } from "./problem.js";
import { type OnTheWire, spelledHeaders } from "./wire.js";

export type Context = AnyContext<OnTheWire>;

/**
 * Throws 401 unless the call carries the key. Section "Authentication".
 * @param operation null for a path or method outside of the contract
 */
export function checkKey(shared: Shared, apiKey: string, c: Context, operation: Operation | null): void {
  const given = c.req.header("api-key");
  if (given === apiKey && !wrongSpelling(shared, c)) return;
  if (excused(shared, apiKey, c, operation)) return;
  lookUpFirst(shared, c, operation);
  throw new Problem(refusalStatus(shared, c, given), {
    type: "security",
    code: "unauthorized",
    message: "The API key is missing, invalid, expired or deactivated.",
  });
}

const isV1 = ({ req }: Context) => req.path.startsWith("/v1");

const wrongSpelling = ({ faults }: Shared, c: Context) =>
  faults.has("auth-header-name-exact-v1") && isV1(c) && spelledHeaders(c.env ?? {}).includes("api-key");

/** Never true without a fault. */
function excused({ faults }: Shared, apiKey: string, c: Context, operation: Operation | null): boolean {
  const given = c.req.header("api-key");
  const v1 = isV1(c);
  if (given === undefined) {
    if (faults.has("auth-key-in-query") && Object.values(c.req.query()).includes(apiKey)) return true;
    if (faults.has("auth-missing-on-v2-tags") && operation?.id === "v2ListTags") return true;
    return faults.has("auth-missing-on-carrier-options") && operation?.id === "v1ListCarrierOptions";
  }
  if (given === "")
    return faults.has("auth-empty-key-accepted") || (!v1 && faults.has("auth-empty-key-accepted-v2"));
  if (operation && faults.has(`auth-skipped-${operation.id}`)) return true;
  if (!v1) {
    return faults.has("auth-any-key-v2") || (faults.has("auth-key-truncated-v2") && apiKey.startsWith(given));
  }
  if (faults.has("auth-key-any-case-v1") && given.toLowerCase() === apiKey.toLowerCase()) return true;
  if (faults.has("auth-key-with-prefix-v1") && given.endsWith(apiKey)) return true;
  return faults.has("auth-any-key-v1") || (faults.has("auth-key-with-suffix-v1") && given.startsWith(apiKey));
}

function lookUpFirst({ faults, world }: Shared, { req }: Context, operation: Operation | null): void {
  if (operation?.id !== "v1GetShipment" || !faults.has("auth-after-lookup")) return;
  const id = req.param("shipment_id") ?? "";
  if (!world.shipments.get(id)) throw unknownId("shipment_id", id);
}

function refusalStatus({ faults }: Shared, c: Context, given: string | undefined): number {
  if (!given) return faults.has("auth-missing-key-403") ? 403 : 401;
  const generation = isV1(c) ? "v1" : "v2";
  return faults.has(`auth-wrong-key-403-${generation}`) ? 403 : 401;
}
