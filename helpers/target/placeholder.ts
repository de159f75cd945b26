/** Stands where a secret other than the key stood. */
export const PLACEHOLDER = "REDACTED";
