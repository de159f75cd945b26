import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { emptyFolder } from "../testing.js";
import { judgeForeign } from "./judge-foreign.js";
import { notesOn, type Traffic, trafficIn } from "./recorded-traffic.js";

let at = 0;

/** An entry as browsers write it. */
function entry(url: string, change: { readonly request?: object; readonly response?: object } = {}) {
  at += 1;
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 1) + at * 1_000).toISOString(),
    time: 5,
    request: { method: "GET", url, headers: [], ...change.request },
    response: {
      status: 200,
      headers: [
        { name: "Content-Type", value: "application/json" },
        { name: "X-Service-RequestID", value: `request-${at}` },
      ],
      content: { size: 2, mimeType: "application/json", text: "[]" },
      ...change.response,
    },
  };
}

function harOf(entries: readonly unknown[], start = ""): string {
  const file = join(emptyFolder(), "foreign.har");
  writeFileSync(file, start + JSON.stringify({ log: { version: "1.2", entries } }));
  return file;
}

const A = "https://a.test/api";
const HOOKS = `${A}/v2/environment/webhooks`;
const B = "https://b.test";

const HOOKS_OF_B = `${B}/v2/environment/webhooks`;

function addressesIn(traffic: Traffic) {
  return [...traffic.exchanges()].map(({ request, answer }) => [request.url, answer?.body.kind]);
}

describe("traffic of others", () => {
  it("is that of the target with most of it, unless one is named", () => {
    const file = harOf([
      entry(`${B}/v1/labels`),
      entry(HOOKS),
      entry(`${A}/v2/tags`),
      entry("https://c.test/x"),
    ]);
    const largest = trafficIn(file, null);
    expect([largest.base, [...largest.others], [...largest.exchanges()].length]).toEqual([A, [[B, 1]], 2]);
    expect([...trafficIn(file, B).exchanges()].map(({ operation }) => operation)).toEqual(["v1ListLabels"]);
    expect(() => trafficIn(file, "https://d.test")).toThrow(
      `holds no exchange of https://d.test, but of ${B} (1), ${A} (2).`,
    );
    expect(() => trafficIn(harOf([entry("https://c.test/x")]), null)).toThrow(
      /no exchange below \/v1 or \/v2/,
    );
  });

  it("is never judged by what was not recorded", () => {
    const pairs = [{ name: "Content-Type", value: "application/json" }];
    const lost = [
      { response: { status: 0 } },
      { response: { status: -1 } },
      { response: { content: { size: -1 } } },
      { response: { content: { size: 10, text: "" } } },
      { response: { content: { size: 900, mimeType: "application/json", text: '{"shipments":[{"ship' } } },
      { response: { content: { size: 0, _file: "body.json" } } },
      { response: { headers: [] } },
      { response: { status: 304, content: { size: 0 } } },
      { request: { method: "OPTIONS" }, response: { status: 204, headers: pairs, content: { size: 0 } } },
    ].map((change) => entry(HOOKS, change));
    const whole = entry(HOOKS);
    const file = harOf([...lost, whole, whole, entry(`${A}/v1/app.js`)]);
    const traffic = trafficIn(file, null);
    const { record, unrecorded } = judgeForeign(traffic.exchanges, "X-Service-RequestID");
    expect(record.records.filter(({ findings }) => findings.length > 0)).toEqual([]);
    expect(record.facts?.requests).toBe(1);
    expect(notesOn(file, traffic, { unrecorded, operations: 1 })).toEqual([
      `Judged offline from ${file}: nothing was sent.`,
      "The traffic touched 1 of the contract's 150 operations.",
      "Not recorded, and so not judged: 2 without an answer, 4 saved without a body, 1 saved without headers, 1 answered from a cache, 1 asked by a browser for itself.",
    ]);
  });

  it("may be packed, relative, begin with a byte order mark or a variable", () => {
    const packed = { size: 2, encoding: "base64", text: gzipSync("[]").toString("base64") };
    const host = { headers: [{ name: "Host", value: "b.test" }] };
    const file = harOf(
      [
        entry("{{baseUrl}}/v2/environment/webhooks"),
        entry("/v2/environment/webhooks", { response: { content: packed }, request: host }),
        entry("no address"),
      ],
      "\ufeff",
    );
    expect(addressesIn(trafficIn(file, B))).toEqual([
      [HOOKS_OF_B, "json"],
      [HOOKS_OF_B, "json"],
    ]);
    expect(addressesIn(trafficIn(file, "http://b.test"))).toHaveLength(2);
    expect(
      addressesIn(trafficIn(harOf([entry(HOOKS_OF_B.slice(B.length), { request: host })]), null)),
    ).toEqual([["http://b.test/v2/environment/webhooks", "json"]]);
  });

  it("shows the right key only by its answers", () => {
    const refused = entry(HOOKS, { response: { status: 401 } });
    const [exchange] = trafficIn(harOf([refused]), null).exchanges();
    expect(exchange?.request.key).toBe("none");
  });
});
