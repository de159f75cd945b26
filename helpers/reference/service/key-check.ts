import type { Attempt, Behaviours } from "./behaviours.js";
import { Problem } from "./problem.js";

/** Throws 401 unless the call carries the key. Section "Authentication". */
export function checkKey(does: Behaviours, attempt: Attempt): void {
  if (!does.acceptsKey(attempt)) throw does.refuseKey(attempt);
}

/** Keys that were right once: it refuses them as any other that is not the right one. */
export const SPENT_KEYS = {
  expired: "reference-key-that-has-expired",
  deactivated: "reference-key-that-was-deactivated",
} as const;

export const acceptsKey = ({ given, right }: Attempt): boolean => given === right;

export const refuseKey = (): Problem =>
  new Problem(401, {
    type: "security",
    code: "unauthorized",
    message: "The API key is missing, invalid, expired or deactivated.",
  });
