import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import { curlLine } from "./curl.js";
import type { SentRequest } from "./exchange.js";
import { KEY_PLACEHOLDER } from "./placeholder.js";

const get: SentRequest = {
  method: "GET",
  url: "https://target.test/v1/labels?page=2",
  headers: { accept: "application/json", "api-key": KEY_PLACEHOLDER, "accept-encoding": "gzip" },
  body: null,
  key: "right",
};

/** The words that curl would get from a shell in which the key is "the key". */
function words(line: string): string[] {
  const script = `curl() { for word do printf '%s\\0' "$word"; done; }\n${line}`;
  const env = { ...process.env, PLIMSOLL_API_KEY: "the key" };
  return execFileSync("sh", ["-c", script], { env }).toString().split("\0").slice(0, -1);
}

it("is one line that reads the key from the environment", () => {
  expect(curlLine(get)).toBe(
    "curl -sS -i --compressed -H 'accept: application/json' -H 'api-key: '\"$PLIMSOLL_API_KEY\" 'https://target.test/v1/labels?page=2'",
  );
  expect(words(curlLine(get))).toContain("api-key: the key");
  expect(curlLine(get, "STAGING_KEY")).toContain("'api-key: '\"$STAGING_KEY\" ");
});

it("hands any text to curl unchanged", () => {
  const text = fc.string({ unit: "grapheme" }).filter((value) => !value.includes("\0"));
  fc.assert(
    fc.property(text, text, (body, header) => {
      const line = curlLine({
        ...get,
        method: "PUT",
        headers: { ...get.headers, "x-a": `a${header}` },
        body,
      });
      expect(words(line)).toEqual([
        ...["-sS", "-i", "--compressed", "-X", "PUT", "-H", "accept: application/json"],
        ...["-H", "api-key: the key", "-H", `x-a: a${header}`, "-H", "content-type:", "--data-raw", body],
        get.url,
      ]);
    }),
    { numRuns: 60 },
  );
});

it("sends an empty header and brackets as they are", () => {
  const line = curlLine({
    ...get,
    url: "https://target.test/?a[]=1",
    headers: { "api-key": "" },
    key: "empty",
  });
  expect(words(line)).toEqual([
    "-sS",
    "-i",
    "--compressed",
    "--globoff",
    "-H",
    "api-key;",
    "https://target.test/?a[]=1",
  ]);
});
