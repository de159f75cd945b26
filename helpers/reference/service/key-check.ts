import type { AuthAttempt, Behaviours } from "./behaviours.js";
import { Problem } from "./problem.js";

/** Throws 401 unless the call carries the key. Section "Authentication". */
export function checkKey(does: Behaviours, attempt: AuthAttempt): void {
  if (!does.acceptsKey(attempt)) throw does.refuseKey(attempt);
}

/** Keys that were valid once: refused like any other wrong key. */
export const SPENT_KEYS = {
  expired: "reference-key-that-has-expired",
  deactivated: "reference-key-that-was-deactivated",
} as const;

export const acceptsKey = ({ given, right }: AuthAttempt): boolean => given === right;

export const refuseKey = (): Problem =>
  new Problem(401, {
    type: "security",
    code: "unauthorized",
    message: "The API key is missing, invalid, expired or deactivated.",
  });
