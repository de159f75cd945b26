/** True for the name of a header or a parameter whose value lets its bearer in. */
export function isSecretName(name: string): boolean {
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
  return [value, ...parts, ...password].filter((part) => part !== "");
}

function passwordIn(pair: string): string {
  return pair.slice(pair.indexOf(":") + 1);
}
