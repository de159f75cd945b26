import { percentDecoded } from "../../contract/text.js";
import { urlOf } from "../../contract/url.js";
import { PLACEHOLDER } from "../../wire/placeholder.js";

/**
 * A query parameter and its value, in any URL or form within a text; also within the query of another URL, where the
 * delimiters are encoded.
 */
const PARAMETER =
  /(^|[?&;]|%3f|%26|\\u0026)([\w.-]{1,60})(=|%3d)((?:[^&#\s"'<>\\%;]|%(?!26|23)[\da-f]{2}|%(?![\da-f]{2}))+)/gi;
/** User name and password before a host. */
const USER = /((?::|%3a)(?:\\?\/|%2f){2})((?:(?!%2f|%3f|%23|%40)[^\s/?#@"'<>\\]){1,256})(@|%40)/gi;

/** True for the name of a query parameter whose value is a credential. */
function isSecretParameter(name: string): boolean {
  return (
    /(^|[-_.])(token|secret|password|passwd|pwd|pass|auth|authorization|signature|sig|credential|session|sid|jwt|csrf|xsrf)($|[-_.])/i.test(
      name,
    ) ||
    /^key$|(api|access|secret|private|subscription|auth|client)[-_.]?key|[a-z](Token|Secret|Signature)$/.test(
      name,
    ) ||
    /apikey|accesskey|token$/i.test(name)
  );
}

/** Members of signed URLs that only their bearer can use. */
const SIGNED = /^x-(amz|goog)-|^(key-pair-id|policy)$/i;

/** The text without the values of secret query parameters, and without user names and passwords in URLs. */
export function withoutSecretsOfUrls(text: string): string {
  return text
    .replace(USER, (_, before: string, _user, after: string) => `${before}${PLACEHOLDER}${after}`)
    .replace(PARAMETER, (all, before: string, name: string, sign: string) =>
      isSecretParameter(name) || SIGNED.test(name) ? `${before}${name}${sign}${PLACEHOLDER}` : all,
    );
}

/** The credentials among the parameters of this URL, and its password. */
export function secretsOfUrl(text: string): string[] {
  const url = urlOf(text);
  if (url === null) return [];
  const { searchParams, password } = url;
  const values = [...searchParams].filter(([name]) => isSecretParameter(name)).map(([, value]) => value);
  return [...values, percentDecoded(password)];
}
