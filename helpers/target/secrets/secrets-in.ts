import type { Answer } from "../../wire/exchange.js";

/** Removes cookies: they are as secret as credentials, and show nothing. */
export function withoutCookies(answer: Answer): Answer {
  const { "set-cookie": _, ...headers } = answer.headers;
  return { ...answer, headers };
}

/** True for the name of a header whose value is, or may be, a credential. */
export function isSecretName(name: string): boolean {
  if (/authenticate$|^access-control-/i.test(name)) return false;
  return /auth|cookie|token|key|secret|pass|session|sign|credential|csrf|xsrf|jwt/i.test(name);
}

/**
 * The secrets in the value of a header: "Bearer TOKEN" contains the token, "sid=TOKEN; theme=dark" the values, "Basic
 * …" the password. The whole value is one too.
 */
export function secretsIn(value: string): string[] {
  const [, scheme = "", credentials = value] = /^([\w-]+)\s+(\S.*)$/s.exec(value) ?? [];
  const parts = credentials
    .split(/[\s;,]+/)
    .map((part) => part.replace(/^[\w.-]+=(?=.)/, "").replace(/^"(.*)"$/, "$1"));
  const password = /^basic$/i.test(scheme) ? [passwordIn(Buffer.from(credentials, "base64").toString())] : [];
  return [...new Set([value, ...parts, ...password])].filter((part) => part !== "");
}

function passwordIn(pair: string): string {
  return pair.slice(pair.indexOf(":") + 1);
}

/** True for a generated-looking secret; false for what an honest record may contain: a word, a number, a time. */
export function looksSecret(value: string): boolean {
  if (/\s/.test(value) || /^[\d.:TZ+-]+$/.test(value)) return false;
  return value.length >= 16 || (value.length >= 8 && /\d/.test(value) && /[a-z]/i.test(value));
}
