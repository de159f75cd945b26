import type { Answer } from "../wire/exchange.js";

/** What a target would know its visitors by is as secret as what they know it by, and shows nothing. */
export function withoutCookies(answer: Answer): Answer {
  const { "set-cookie": _, ...headers } = answer.headers;
  return { ...answer, headers };
}

/** True for the name of a header whose value lets its bearer in, or may. */
export function isSecretName(name: string): boolean {
  if (/authenticate$|^access-control-/i.test(name)) return false;
  return /auth|cookie|token|key|secret|pass|session|sign|credential|csrf|xsrf|jwt/i.test(name);
}

/**
 * What is secret in the value of a header: "Bearer TOKEN" holds the token, "sid=TOKEN; theme=dark" the values,
 * "Basic …" the password. The value as a whole is one too.
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

/** True for what is made to be secret, false for what an honest record may say too: a word, a number, a time. */
export function looksSecret(value: string): boolean {
  if (/\s/.test(value) || /^[\d.:TZ+-]+$/.test(value)) return false;
  return value.length >= 16 || (value.length >= 8 && /\d/.test(value) && /[a-z]/i.test(value));
}
