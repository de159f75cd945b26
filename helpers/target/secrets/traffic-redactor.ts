import type { Answer } from "../../wire/exchange.js";
import { KEY_PLACEHOLDER, PLACEHOLDER } from "../../wire/placeholder.js";
import { Redactor } from "./redact.js";
import { isSecretName, looksSecret, secretsIn } from "./secrets-in.js";
import { secretsOfUrl, withoutSecretsOfUrls } from "./secrets-in-urls.js";

type Headers = Readonly<Record<string, string>>;

/** The parts of a recorded exchange that may hold secrets, which are then searched for everywhere. */
export interface Witness {
  readonly url: string;
  /** Headers of the request, names in lower case. */
  readonly headers: Headers;
  /** Cookies that the answer sets, joined by ", ". */
  readonly cookies: string;
  /** Where the answer redirects to; empty for nowhere. */
  readonly location: string;
}

/** Removes credentials from foreign traffic, recognised from the traffic itself. */
export class TrafficRedactor extends Redactor {
  /** @param witnesses all exchanges, because one may reveal the secret of another */
  constructor(witnesses: Iterable<Witness>) {
    const secrets = new Set<string>();
    for (const witness of witnesses) for (const secret of secretsOf(witness)) secrets.add(secret);
    super(null, [...secrets]);
  }

  override text(text: string): string {
    return super.text(withoutSecretsOfUrls(text));
  }

  /** Headers, with credential headers replaced whole. */
  headers(headers: Headers): Headers {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        isHidden(name) && value !== "" ? placeholderOf(name) : this.text(value),
      ]),
    );
  }

  override answer(answer: Answer): Answer {
    const { headers, ...rest } = super.answer(answer);
    return { headers: this.headers(headers), ...rest };
  }
}

function isHidden(name: string): boolean {
  return name === "seller-id" || isSecretName(name);
}

function placeholderOf(name: string): string {
  return name === "api-key" ? KEY_PLACEHOLDER : PLACEHOLDER;
}

function secretsOf({ url, headers, cookies, location }: Witness): string[] {
  const sent = Object.entries(headers).filter(([name]) => isSecretName(name));
  return [
    ...sent.flatMap(([name, value]) => secretsOfHeader(name, value)),
    ...setCookies(cookies).filter(looksSecret),
    ...secretsOfUrl(url),
    ...secretsOfUrl(location),
  ];
}

/** A single credential is a secret whatever it looks like; of many values, such as cookies, not each one is. */
function secretsOfHeader(name: string, value: string): string[] {
  const parts = secretsIn(value);
  return name === "cookie" || parts.length > 3 ? parts.filter(looksSecret) : parts;
}

/** The values of cookies, without their attributes. */
function setCookies(joined: string): string[] {
  return joined
    .split(/,\s*(?=[\w.-]+=)/)
    .map((cookie) => cookie.split(";", 1)[0] ?? "")
    .map((pair) => pair.slice(pair.indexOf("=") + 1).trim());
}
