import fc from "fast-check";
import { expect, it } from "vitest";
import { WRONG_KEYS, wrongKey } from "../messages/wrong-key.js";
import { defaultSettings } from "../settings/settings.js";
import { preambleFrom, preambleOf, recordedSettings } from "./recording.js";

const keys = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40 }),
  fc.stringMatching(/^[0-9a-f-]{1,40}$/),
  fc.stringMatching(/^[-_.!]{1,20}$/),
  fc.constantFrom("é", "0", "abcdefghijklmnop", "abcdefghijklmnopq"),
);

it("has a stand-in for every key that can be bent in the same ways", () => {
  fc.assert(
    fc.property(keys, fc.nat(), (apiKey, seed) => {
      const settings = { ...defaultSettings("http://t.test"), apiKey, seed };
      const kindsOf = (key: string | null) =>
        WRONG_KEYS.filter((kind) => wrongKey(kind, { apiKey: key, seed, spentKeys: {} }) !== null);
      const again = recordedSettings(preambleFrom(preambleOf(settings, null)), "out");
      expect(kindsOf(again.apiKey)).toEqual(kindsOf(apiKey));
      expect(again).toEqual({ ...settings, apiKey: again.apiKey, outDir: "out" });
    }),
  );
});

it("holds no secret", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w"/+ -]{12,40}$/), (secret) => {
      const settings = {
        ...defaultSettings("http://t.test"),
        apiKey: `key ${secret}`,
        spentKeys: { expired: secret },
        sellerId: `seller ${secret}`,
        extraHeaders: { "X-Token": secret, "X-Environment": `place ${secret}` },
        bodies: { v2CreateBatch: { note: `key ${secret}` } },
        outDir: `/home/${secret}`,
        caFile: `/home/${secret}/ca.pem`,
      };
      expect(JSON.stringify(preambleOf(settings, null))).not.toContain(JSON.stringify(secret).slice(1, -1));
    }),
    { numRuns: 10 },
  );
});

it("is not a preamble when its settings are not", () => {
  const usual = preambleOf(defaultSettings("http://t.test"), null);
  for (const odd of [
    null,
    7,
    {},
    { settings: {} },
    { ...usual, settings: { ...usual.settings, seed: "one" } },
  ]) {
    expect(() => preambleFrom(odd)).toThrow(TypeError);
  }
});

it("takes a recording of an older version, with the defaults of what it did not know", () => {
  const { settings, ...rest } = preambleOf(defaultSettings("http://t.test"), null);
  const { reportTrigger: _, ...older } = settings;
  expect(preambleFrom({ ...rest, settings: older }).settings.reportTrigger).toBeNull();
});
