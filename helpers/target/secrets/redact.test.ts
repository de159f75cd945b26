import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Answer, Body } from "../../wire/exchange.js";
import { KEY_PLACEHOLDER } from "../../wire/placeholder.js";
import { fromText } from "../messages/body.js";
import { buildRequest } from "../messages/request.js";
import { defaultSettings } from "../settings/settings.js";
import { Redactor, redactorOf } from "./redact.js";
import { MIN_ANYWHERE } from "./secret-search.js";

const printable = fc.string({
  unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
  minLength: MIN_ANYWHERE,
  maxLength: 40,
});

/** Keys that are easily mistaken for something else. */
const oddKey = fc.constantFrom(
  "q83vEjRWeJA+/kZm8w==",
  "0F8FAD5B-D9CB-469F-A165-70867728950E",
  "{0f8fad5b-d9cb-469f-a165-70867728950e}",
  "k\\ey\\u00414711\\n\\",
  "%41%42%2B4711&amp;x%25",
  "?k=4711&x#y/z;:@,$!",
);

const MEGABYTE = 1024 * 1024;
const base64 = (text: string) => Buffer.from(text).toString("base64");
/** Ways in which a careless target may write a secret down. */
const SPELLINGS: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  encodeURIComponent,
  encodeURI,
  (secret) => encodeURIComponent(secret).toLowerCase(),
  (secret) => new URLSearchParams({ k: secret }).toString(),
  (secret) => JSON.stringify(secret),
  (secret) => JSON.stringify(secret).replaceAll("/", "\\/"),
  (secret) => Array.from(secret, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  base64,
  (secret) => Buffer.from(secret).toString("base64url"),
  (secret) => base64(`user:${secret}`),
  (secret) => base64(`ab${secret}cd`),
];

/** Texts whose presence would give the secret away. */
function traces(secret: string): string[] {
  const core = (prefix: string) => {
    const bytes = prefix.length + secret.length;
    return base64(prefix + secret).slice(Math.ceil((prefix.length * 8) / 6), Math.floor((bytes * 8) / 6));
  };
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    ...["", "a", "ab"].map(core),
  ];
}

function answerWith(body: Body, header: string): Answer {
  return { status: 400, headers: { "x-echo": header }, body };
}

/** Everything that is kept of an exchange in which this text is echoed everywhere. */
function keptOf(redactor: Redactor, key: string, echo: string): string {
  const settings = { ...defaultSettings("https://target.test"), apiKey: key };
  const out = buildRequest(
    settings,
    {
      check: "census",
      operation: "v1ListLabels",
      key: "query",
      query: { tracking_number: echo },
      headers: { "X-Echo": echo },
      raw: { text: echo, contentType: null },
    },
    0,
  );
  const bodies: Body[] = [
    fromText(echo, "text/plain"),
    fromText(JSON.stringify({ message: `before ${echo} after`, [echo]: [echo] }), "application/json"),
    { kind: "unreadable", why: "x", text: echo },
    { kind: "binary", bytes: 3, head: echo },
  ];
  return JSON.stringify([
    redactor.request(out),
    bodies.map((body) => redactor.answer(answerWith(body, echo))),
  ]);
}

describe("Redactor", () => {
  it("removes most of a key as well, in which little is left to guess", () => {
    const key = "sk_live_0123456789abcdefghijklmnopqrstu";
    const redactor = new Redactor(key);
    const shown = (text: string) => redactor.text(`key ${text}… refused`);
    expect(shown(key.slice(0, 31))).toBe(`key ${KEY_PLACEHOLDER}${key[30]}… refused`);
    expect(shown(key.slice(-30))).toBe(`key ${KEY_PLACEHOLDER}… refused`);
    expect(shown(key.slice(0, 8))).toBe("key sk_live_… refused");
  });

  it("leaves no trace of a secret in anything that is kept, however it was echoed", () => {
    fc.assert(
      fc.property(fc.oneof(oddKey, printable), fc.constantFrom(...SPELLINGS), (key, spell) => {
        const kept = keptOf(new Redactor(key), key, spell(key));
        for (const trace of traces(key)) expect(kept).not.toContain(trace);
        expect(kept).toContain(KEY_PLACEHOLDER);
      }),
      { numRuns: 500 },
    );
  });

  it("finds a secret in the escapes of a raw JSON text", () => {
    const redactor = new Redactor("secret-key-0123456789");
    const text = '{"m":"\\u0073ecret-key-0123456789"}';
    const { body } = redactor.answer(answerWith(fromText(text, "application/json"), ""));
    expect(body).toEqual({ kind: "json", value: { m: KEY_PLACEHOLDER }, text: `{"m":"${KEY_PLACEHOLDER}"}` });
  });

  it("changes nothing else", () => {
    const redactor = new Redactor("secret-key-0123456789", ["another-secret-0123456789"]);
    fc.assert(
      fc.property(fc.json(), fc.string(), (json, header) => {
        const answer = answerWith(fromText(json, "application/json"), header);
        expect(redactor.answer(answer)).toEqual(answer);
      }),
    );
  });

  it.each(["%41", "%2525", "\\u0041", "&amp;", "QUFB", "4141", "aA9/"])(
    "takes time in proportion to the text: 4 MB of %s",
    (part) => {
      // Time of the processor, the least of three: a machine, and this process, may have much else to do.
      const secondsFor = (size: number) => {
        const text = part.repeat(size / part.length);
        const times = [1, 2, 3].map(() => {
          const before = process.cpuUsage();
          expect(new Redactor("secret-key-0123456789").text(text)).toBe(text);
          return process.cpuUsage(before).user / 1e6;
        });
        return Math.min(...times);
      };
      const short = secondsFor(MEGABYTE);
      expect(secondsFor(4 * MEGABYTE)).toBeLessThan(10 * Math.max(short, 0.02));
    },
  );

  it("cuts a short key out of words of its own only, a tiny one out of nothing", () => {
    const short = new Redactor("123456");
    expect(short.text('se-123456 1Z123456 "123456" key=123456')).toBe(
      `se-123456 1Z123456 "${KEY_PLACEHOLDER}" key=${KEY_PLACEHOLDER}`,
    );
    expect(new Redactor("test").text("test")).toBe("test");
  });

  it("keeps even a tiny key out of what we put there ourselves", () => {
    const settings = {
      ...defaultSettings("https://target.example"),
      apiKey: "qq7",
      sellerId: "s9",
      extraHeaders: { A: "zz" },
    };
    for (const key of ["right", "query"] as const) {
      const out = buildRequest(settings, { check: "census", pathname: "/v1/x", key }, 0);
      expect(JSON.stringify(redactorOf(settings).request(out))).not.toMatch(/qq7|s9|zz/);
    }
  });

  it("keeps a body JSON when the secret stands in it as a number", () => {
    const redactor = new Redactor("1234567890123456");
    const body = fromText('{"a":1234567890123456,"b":2}', "application/json");
    expect(redactor.answer(answerWith(body, "")).body).toMatchObject({
      kind: "json",
      value: { a: "REDACTED", b: 2 },
    });
  });

  it("knows the token within a header as a secret of its own", () => {
    const redactor = redactorOf({
      ...defaultSettings("https://target.test"),
      extraHeaders: { Authorization: "Bearer tok-0123456789-abcdef", "X-Stage": "staging" },
    });
    expect(redactor.text("got tok-0123456789-abcdef on staging")).toBe("got REDACTED on staging");
  });

  it("knows a secret by its look, too, in a header whose name says nothing of it", () => {
    const open = [
      "application/vnd.service.v2+json",
      "https://a1.example/x",
      "host-1.example:8080",
      "target.test",
    ];
    const redactor = redactorOf({
      ...defaultSettings("https://target.test/tenants/0f8fad5b-d9cb"),
      extraHeaders: {
        "X-Environment": "Zk3-0123456789-abcdef",
        "X-Others": `${open.join(" ")} 0f8fad5b-d9cb`,
      },
    });
    expect(redactor.text("to Zk3-0123456789-abcdef")).toBe("to REDACTED");
    for (const text of [...open, "0f8fad5b-d9cb"]) expect(redactor.text(text)).toBe(text);
  });
});
