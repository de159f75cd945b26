const hexOf = (text: string) => Buffer.from(text).toString("hex");
const base64 = (text: string) => Buffer.from(text).toString("base64");
const each = (text: string, spell: (code: number, at: number) => string) =>
  Array.from(text, (char, at) => spell(char.charCodeAt(0), at)).join("");
const hex = (code: number, digits = 2) => code.toString(16).padStart(digits, "0");
const percent = (text: string) => each(text, (code) => `%${hex(code).toUpperCase()}`);
const entities = (text: string) => each(text, (code) => `&#${code};`);

/** Ways in which a target may encode what it was sent. */
export const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  "upper case": (text) => text.toUpperCase(),
  "lower case": (text) => text.toLowerCase(),
  "within a word": (text) => `x_${text}_x`,
  "URI component": encodeURIComponent,
  percent,
  "percent, lower case": (text) => each(text, (code) => `%${hex(code)}`),
  "percent twice": (text) => encodeURIComponent(percent(text)),
  "percent three times": (text) => encodeURIComponent(encodeURIComponent(percent(text))),
  form: (text) => new URLSearchParams({ key: text }).toString(),
  base64,
  "base64, not padded": (text) => base64(text).replace(/=+$/, ""),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  "base64 behind one byte": (text) => base64(`a${text}`),
  "base64 behind two bytes": (text) => base64(`ab${text}cd`),
  "base64 behind a path": (text) => `/v1/keys/${base64(text)}`,
  "base64 twice": (text) => base64(base64(text)),
  "base64 in lines": (text) => base64(text).replace(/.{20}/g, "$&\r\n"),
  "base64 of UTF-16": (text) => Buffer.from(text, "utf16le").toString("base64"),
  "base64 of percent": (text) => base64(percent(text)),
  "percent of base64": (text) => percent(base64(text)),
  hexadecimal: hexOf,
  "hexadecimal, upper case": (text) => hexOf(text).toUpperCase(),
  "hexadecimal pairs": (text) => each(text, (code, at) => `${at === 0 ? "" : ":"}${hex(code)}`),
  "hexadecimal of base64": (text) => hexOf(base64(text)),
  "base64 of hexadecimal": (text) => base64(hexOf(text)),
  "JSON escapes": (text) => each(text, (code) => `\\u${hex(code, 4)}`),
  "JavaScript escapes": (text) => each(text, (code) => `\\x${hex(code)}`),
  "JSON in JSON": (text) => JSON.stringify(JSON.stringify({ text })),
  "HTML, decimal": entities,
  "HTML, hexadecimal": (text) => each(text, (code) => `&#x${hex(code)};`),
  "HTML twice": (text) => entities(text).replaceAll("&", "&amp;"),
  "percent of HTML": (text) => percent(entities(text)),
  mixed: (text) =>
    each(text, (code, at) => ["%", "\\u00", "&#x"][at % 3] + hex(code) + (at % 3 === 2 ? ";" : "")),
};

/**
 * True if a text reveals the secret to somebody who tries the usual decodings.
 * @param clean words already found not to, which are skipped: many texts contain the same words
 */
export function givesAway(text: string, secret: string, clean = new Set<string>()): boolean {
  return look(text, secret.toLowerCase(), 4, clean);
}

function look(text: string, secret: string, levels: number, clean: Set<string>): boolean {
  if (text.toLowerCase().includes(secret)) return true;
  if (levels === 0) return false;
  const here = `${levels} ${text}`;
  if (clean.has(here)) return false;
  const plain = unescaped(text);
  if (plain !== text && look(plain, secret, levels - 1, clean)) return true;
  for (const token of tokensIn(text, secret.length)) {
    const word = `${levels} word ${token}`;
    if (clean.has(word)) continue;
    for (const decoded of decodedFrom(token)) if (look(decoded, secret, levels - 1, clean)) return true;
    clean.add(word);
  }
  clean.add(here);
  return false;
}

function unescaped(text: string): string {
  return text
    .replace(/(?:%[\da-f]{2})+/gi, (all) => Buffer.from(all.replaceAll("%", ""), "hex").toString())
    .replace(/\\u([\da-f]{4})|\\x([\da-f]{2})/gi, (_, long, short) =>
      String.fromCharCode(Number.parseInt(long ?? short, 16)),
    )
    .replace(/\\(["\\/])/g, "$1")
    .replace(/\\r\\n/g, "\r\n")
    .replace(/&amp;/gi, "&")
    .replace(/&quot;/gi, '"')
    .replace(/&#x([\da-f]{1,4});/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/&#(\d{1,5});/g, (_, digits) => String.fromCharCode(Number(digits)));
}

/** Parts of a text that may be base64 or hexadecimal. */
function* tokensIn(text: string, length: number): Generator<string> {
  for (const [token] of text.replace(/\r\n/g, "").matchAll(/[\w+/-]{8,}/g))
    if (token.length >= (length * 4) / 3) yield token;
  for (const [token] of text.matchAll(/[\da-f]{2}(?::?[\da-f]{2}){5,}/gi)) yield token;
}

function* decodedFrom(token: string): Generator<string> {
  if (/^[\w+/-]+$/.test(token))
    for (const skipped of [0, 1, 2, 3])
      yield Buffer.from(token.slice(skipped), "base64").toString("latin1").replaceAll("\0", "");
  if (/^[\da-f]{2}(?::?[\da-f]{2}){5,}$/i.test(token))
    for (const skipped of [0, 1])
      yield Buffer.from(token.replaceAll(":", "").slice(skipped), "hex").toString("latin1");
}
