import type { Answer, Body, SentRequest } from "../../wire/exchange.js";
import { KEY_PLACEHOLDER, PLACEHOLDER } from "../../wire/placeholder.js";
import type { Outgoing } from "../messages/request.js";
import { derivedKeys } from "../messages/wrong-key.js";
import type { Settings } from "../settings/settings.js";
import { MIN_ANYWHERE, MIN_SEARCHED, replaced, SecretSearch } from "./secret-search.js";
import { isSecretName, looksSecret, secretsIn, withoutCookies } from "./secrets-in.js";

/** Removes the secrets of a run from everything that comes in or is stored. Changes nothing else. */
export class Redactor {
  readonly #search: SecretSearch;

  /** @param others secret values besides the key */
  constructor(key: string | null, others: readonly string[] = []) {
    const keys =
      key === null ? [] : [key, ...longPartsOf(key)].map((text) => ({ text, placeholder: KEY_PLACEHOLDER }));
    // The key first: the search cannot distinguish it from a wrong key that differs only in letter case.
    const sought = [...keys, ...others.map((text) => ({ text, placeholder: PLACEHOLDER }))].filter(
      ({ text }) => text.length >= MIN_SEARCHED,
    );
    this.#search = new SecretSearch(sought);
  }

  /** The text without secrets, however they are encoded; replaces a whole encoded part that contains one. */
  text(text: string): string {
    return text.length < MIN_SEARCHED ? text : replaced(text, this.#search.find(text));
  }

  /** Any JSON value, without secrets. */
  value<T>(value: T): T {
    const kept: { value: T } = JSON.parse(JSON.stringify({ value: this.#value(value) }));
    return kept.value;
  }

  /** The request as it may be stored; secrets that the client added itself are removed whatever their length. */
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

  /** The answer as it may be stored and judged, without its cookies. */
  answer(answer: Answer): Answer {
    const { status, headers, body } = withoutCookies(answer);
    return { status, headers: this.#headers(headers), body: this.#body(body) };
  }

  #headers(headers: Answer["headers"]): Answer["headers"] {
    const entries = Object.entries(headers);
    // Search all at once: most contain nothing.
    const all = entries.flat().join("\0");
    if (this.text(all) === all) return headers;
    return Object.fromEntries(entries.map(([name, value]) => [this.text(name), this.text(value)]));
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
      case "unreadable":
        return { ...body, why: this.text(body.why), text: this.text(body.text) };
      default:
        return { ...body, text: this.text(body.text) };
    }
  }

  #json(original: unknown, text: string): Body {
    try {
      return { kind: "json", value: JSON.parse(text), text };
    } catch {
      // The secret was outside a string, such as in a number: insert the placeholder as a string.
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

/** The share of a key that gives most of it away. */
const LONG_PART = 0.75;

/** The beginning and the end of a key that a target may show of it: few enough characters are left to guess. */
function longPartsOf(key: string): string[] {
  const length = Math.ceil(key.length * LONG_PART);
  return length < MIN_ANYWHERE ? [] : [key.slice(0, length), key.slice(-length)];
}

/** A redactor for everything secret in these settings. */
export function redactorOf(settings: Settings): Redactor {
  const others = Object.entries(settings.extraHeaders).flatMap(([name, value]) =>
    secretsIn(value).filter((part) => isSecretName(name) || isHidden(part, settings)),
  );
  return new Redactor(settings.apiKey, [...others, ...derivedKeys(settings)]);
}

/** A word, a media type, a host or an address: answers may contain it anyway. */
const PUBLIC = /^(https?:\/\/.*|[a-z]+\/.*|([a-z\d-]+\.)*[a-z-]+(:\d+)?)$/s;

/** Whether the value of a header with an innocent name is a secret all the same. */
function isHidden(value: string, { url }: Settings): boolean {
  return looksSecret(value) && !PUBLIC.test(value) && !url.includes(value);
}
