import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactorOf } from "../secrets/redact.js";
import { defaultSettings, SPENT } from "../settings/settings.js";
import { buildRequest } from "./request.js";
import { derivedKeys, standInKey, WRONG_KEYS, wrongKey } from "./wrong-key.js";

const of = (apiKey: string | null) => ({ apiKey, seed: 7, spentKeys: {} });

describe("wrong keys", () => {
  it("are never the right key", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.stringMatching(/^[\w+/=-]{1,40}$/), fc.constant("0007")),
        fc.constantFrom(...WRONG_KEYS, "short" as const, "long" as const),
        (apiKey, kind) => {
          expect(wrongKey(kind, of(apiKey))).not.toBe(apiKey);
        },
      ),
    );
    expect(wrongKey("short", of("some-key"))).toBe("0007");
    expect(wrongKey("long", of("some-key"))).toHaveLength(300);
  });

  it("begin with the made-up one", () => {
    expect(WRONG_KEYS[0]).toBe("made-up");
  });

  it("change the last character to one of the alphabet's other half", () => {
    expect(wrongKey("last-character", of("abcQ"))).toBe("abc9");
    expect(wrongKey("last-character", of("abc7=="))).toBe("abcA==");
  });

  it("have no other letter case where there are no letters or where case means nothing", () => {
    expect(wrongKey("letter-case", of("live_Ab1"))).toBe("LIVE_aB1");
    expect(wrongKey("letter-case", of("12-34"))).toBeNull();
    expect(wrongKey("letter-case", of("5f0c-ab12"))).toBeNull();
  });

  it("are not cut short where what is left may be an honest word or number", () => {
    const cut = (key: string) => wrongKey("truncated", of(key));
    expect(["secrets", "test-key", "shippingkey", "20261126123"].map(cut)).toEqual([null, null, null, null]);
    expect(["test-key-1", "k-123456789", "a-long-plain-word"].map(cut)).toEqual([
      "test-key-",
      "k-12345678",
      "a-long-plain-wor",
    ]);
  });

  it("can only be made up where there is no key", () => {
    expect(WRONG_KEYS.filter((kind) => wrongKey(kind, of(null)) !== null)).toEqual(["made-up"]);
    expect(derivedKeys(of(null))).toEqual([]);
  });

  it("can be bent in the same ways from a key that stands for the right one, which nothing honest holds", () => {
    for (const apiKey of [
      "some-Key-123",
      "some-key-of-more-than-12",
      "5f0c-ab12",
      "1234-5678-9012-3456-78",
    ]) {
      const kindsOf = (key: string) =>
        WRONG_KEYS.filter((kind) => kind !== "made-up" && wrongKey(kind, of(key)) !== null);
      const standIn = standInKey(kindsOf(apiKey));
      expect(kindsOf(standIn)).toEqual(kindsOf(apiKey));
      // The names of all that a run makes hold it, and would be cut out of recordings that are judged again.
      expect(standIn).not.toContain("plimsoll");
    }
  });

  it("are kept out of what is kept", () => {
    const spentKeys = { expired: "Secret_Key_of_last_year_77", deactivated: "secret_key_withdrawn_88" };
    const settings = { ...defaultSettings("http://localhost"), apiKey: "secret_Key_0123456789q", spentKeys };
    const redactor = redactorOf(settings);
    for (const kind of [...WRONG_KEYS.filter((each) => each !== "made-up"), ...SPENT]) {
      const request = { check: "x", operation: "v1ListLabels", key: "wrong", wrongKey: kind } as const;
      const outgoing = buildRequest(settings, request, 0);
      const sent = outgoing.headers.find(({ name }) => name === "API-Key")?.value ?? "";
      expect(sent).toBe(wrongKey(kind, settings));
      expect(redactor.request(outgoing).headers["api-key"]).not.toContain("cret_");
      expect(redactor.text(`the key ${sent} is unknown`).toLowerCase()).not.toContain("secret_key");
    }
  });
});
