/** Replaces the API key in recorded requests. Safe in headers, URLs and JSON strings. */
export const KEY_PLACEHOLDER = "REDACTED-KEY";

/** Replaces a secret other than the key. */
export const PLACEHOLDER = "REDACTED";
