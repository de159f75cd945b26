/** Replaces a secret other than the key. */
export const PLACEHOLDER = "REDACTED";
