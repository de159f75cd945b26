import { KEY_PLACEHOLDER } from "../wire/curl.js";
import type { Answer, Body, SentRequest } from "../wire/exchange.js";
import type { Outgoing } from "./request.js";
import type { Settings } from "./settings.js";
import { derivedKeys } from "./wrong-key.js";

/** Stands where a secret other than the key stood. */
export const PLACEHOLDER = "REDACTED";

/**
 * A value of fewer characters is removed where we put it ourselves (header, query), but not searched for:
 * a key such as "test" would otherwise be cut out of honest data.
 */
export const MIN_SEARCHED = 6;
/** A value of fewer characters is searched for as a whole word only: "123456" must not be cut out of se-123456. */
export const MIN_ANYWHERE = 16;
/** Shorter pieces of base64 could occur by chance. */
const MIN_BASE64 = 7;

/** Removes the secrets of a run from whatever is kept. Everything else stays as it is. */
export class Redactor {
  readonly #secrets: readonly { needles: readonly string[]; pattern: RegExp; placeholder: string }[];

  /** @param others secret values beside the key */
  constructor(key: string | null, others: readonly string[] = []) {
    const keys = key === null ? [] : [{ secret: key, placeholder: KEY_PLACEHOLDER }];
    const rest = others.map((secret) => ({ secret, placeholder: PLACEHOLDER }));
    this.#secrets = [...keys, ...rest]
      .filter(({ secret }) => secret.length >= MIN_SEARCHED)
      // A secret that holds another one goes first, or its remains would stay.
      .sort((one, other) => other.secret.length - one.secret.length)
      .map(({ secret, placeholder }) => ({
        // A secret that itself looks like an escape is not sought in undone text: its pattern always runs.
        needles: readingsOf(secret).every((reading) => reading === secret)
          ? [secret, ...coresOf(secret)]
          : [""],
        pattern: patternOf(secret),
        placeholder,
      }));
  }

  /** The text without secrets, however they are spelt: plain, percent-encoded, JSON-escaped, base64. */
  text(text: string): string {
    const readings = readingsOf(text);
    // Looking for plain text is some hundred times quicker than the patterns, and nearly always ends here.
    const held = this.#secrets.filter(({ needles }) =>
      needles.some((needle) => readings.some((reading) => reading.includes(needle))),
    );
    return held.reduce((rest, { pattern, placeholder }) => rest.replace(pattern, placeholder), text);
  }

  /** The request as it may be kept; secrets that we put there ourselves go whatever their length. */
  request(out: Outgoing): SentRequest {
    const headers = out.headers.map(({ name, value, secret }) => [
      name.toLowerCase(),
      secret === null ? this.text(value) : secret,
    ]);
    return {
      method: out.method,
      url: this.text(out.keptUrl),
      headers: Object.fromEntries(headers),
      body: out.body === null ? null : this.text(out.body),
      key: out.key,
    };
  }

  /** The answer as it may be kept and judged. */
  answer(answer: Answer): Answer {
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, this.text(value)]);
    return { status: answer.status, headers: Object.fromEntries(headers), body: this.#body(answer.body) };
  }

  #body(body: Body): Body {
    switch (body.kind) {
      case "empty":
        return body;
      case "binary":
        return { ...body, head: this.text(body.head) };
      case "json": {
        const text = this.text(body.text);
        return text === body.text ? body : this.#json(body.value, text);
      }
      default:
        return { ...body, text: this.text(body.text) };
    }
  }

  #json(original: unknown, text: string): Body {
    try {
      return { kind: "json", value: JSON.parse(text), text };
    } catch {
      // The secret stood outside of a string, say as a number: put the placeholder in as a string.
      const value = this.#value(original);
      return { kind: "json", value, text: JSON.stringify(value) };
    }
  }

  #value(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number") return this.text(String(value)) === String(value) ? value : PLACEHOLDER;
    if (Array.isArray(value)) return value.map((item) => this.#value(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [this.text(name), this.#value(member)]),
    );
  }
}

/** Redactor of everything secret in these settings. */
export function redactorOf(settings: Settings): Redactor {
  const others = Object.entries(settings.extraHeaders)
    .filter(([name]) => /auth|cookie|token|key|secret|pass|session|sign/i.test(name))
    // "Bearer <token>", "sid=<token>; other=…": the token alone is secret too.
    .flatMap(([, value]) => [value, ...value.split(/[\s;=,]+/)]);
  return new Redactor(settings.apiKey, [...others, ...derivedKeys(settings)]);
}

/** Anything that one of the spellings writes for a character. */
const ESCAPED = /%[\da-f]{2}|\\["\\/u]|&(?:#|amp;|lt;|gt;|quot;|apos;)|\+/i;

/**
 * The text as it stands and, where it holds escapes of any of the spellings, with them undone: a secret can only
 * stand in the text when it stands in one of these.
 */
function readingsOf(text: string): readonly string[] {
  if (!ESCAPED.test(text)) return [text];
  const undone = text.replace(
    /(?:%[\da-f]{2})+|(?:\\u[\da-f]{4})+|\\["\\/]|&#x?[\da-f]+;|&(?:amp|lt|gt|quot|apos);/gi,
    undo,
  );
  return [text, undone, undone.replaceAll("+", " ")];
}

function undo(spelt: string): string {
  if (spelt.startsWith("%")) return Buffer.from(spelt.replaceAll("%", ""), "hex").toString();
  if (/^\\u/i.test(spelt)) {
    return spelt.replace(/\\u(.{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  if (spelt.startsWith("\\")) return spelt.slice(1);
  const entity = Object.entries(ENTITIES).find(([, name]) => spelt.toLowerCase() === `&${name};`);
  if (entity !== undefined) return entity[0];
  const code = /^&#x/i.test(spelt)
    ? Number.parseInt(spelt.slice(3), 16)
    : Number.parseInt(spelt.slice(2), 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : spelt;
}

/** Pieces of base64 long enough not to occur by chance. */
function coresOf(secret: string): readonly string[] {
  return base64Cores(secret).filter((core) => core.length >= MIN_BASE64);
}

function patternOf(secret: string): RegExp {
  const cores = coresOf(secret);
  const plain = secret.length >= MIN_ANYWHERE ? spelt(secret) : wholeWord(spelt(secret));
  return new RegExp([plain, ...cores.map(spelt)].join("|"), "g");
}

function wholeWord(pattern: string): string {
  // An escape sequence may stand directly before the word and end in a letter or digit.
  const start = "(?:(?<![\\w-])|(?<=%[\\da-fA-F]{2}|\\\\[bfnrt]|\\\\u[\\da-fA-F]{4}))";
  return `${start}${pattern}(?![\\w-])`;
}

/** Pattern that matches the text with any of its characters percent-encoded or escaped. */
function spelt(text: string): string {
  return Array.from(text, (char) => `(?:${spellingsOf(char).join("|")})`).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
};

function spellingsOf(char: string): string[] {
  const literal = char.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const percent = Array.from(Buffer.from(char), (byte) => `%${anyCase(byte.toString(16).padStart(2, "0"))}`);
  const units = Array.from({ length: char.length }, (_, at) =>
    char.charCodeAt(at).toString(16).padStart(4, "0"),
  );
  const spellings = [literal, percent.join(""), units.map((unit) => `\\\\u${anyCase(unit)}`).join("")];
  if (char === '"' || char === "\\" || char === "/") spellings.unshift(`\\\\${literal}`);
  if (char === " ") spellings.push("\\+");
  const code = char.codePointAt(0) ?? 0;
  if (!/\w/.test(char)) spellings.push(`&#0*${code};`, `&#[xX]0*${anyCase(code.toString(16))};`);
  const entity = ENTITIES[char];
  if (entity !== undefined) spellings.push(`&${entity};`);
  return spellings;
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/**
 * The characters that stand in a base64 text for this secret and nothing else, at each of the three positions
 * that it can take in it ("Basic …" holds it behind a user name), in both alphabets.
 */
function base64Cores(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const cores = [0, 1, 2].map((offset) => {
    const all = Buffer.concat([Buffer.alloc(offset), bytes]);
    const wholeChars = Math.floor((all.length * 8) / 6);
    return all.toString("base64").slice(Math.ceil((offset * 8) / 6), wholeChars);
  });
  const urlSafe = cores.map((core) => core.replaceAll("+", "-").replaceAll("/", "_"));
  return [...new Set([...cores, ...urlSafe])];
}
