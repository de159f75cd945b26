import { describe, expect, it } from "vitest";
import { withSample } from "./samples.js";
import { aFinding, anExchange } from "./testing/sample.js";

const HEADER = "X-Service-RequestID";
const unanswered = { answer: null, trouble: "ECONNRESET" };
const status = (code: number) => ({
  answer: { status: code, headers: {}, body: { kind: "empty" as const } },
});

describe("the sample of a finding", () => {
  const finding = { ...aFinding("a.b", { exchanges: [7, 8] }), count: 1 };
  const lookup = (...exchanges: readonly ReturnType<typeof anExchange>[]) => {
    return (index: number) => exchanges.find((one) => one.index === index);
  };

  it("is the exchange that the finding names, else the first at hand", () => {
    const other = anExchange(7, {});
    const elsewhere = {
      ...other,
      request: { ...other.request, url: "https://staging.example.test/v1/labels" },
    };
    expect(withSample(finding, lookup(elsewhere, anExchange(8, {})), HEADER).sample?.exchange).toBe(8);
    expect(withSample(finding, lookup(elsewhere), HEADER).sample?.exchange).toBe(7);
    expect(withSample(finding, lookup(), HEADER)).toEqual(finding);
  });

  it("has no command where its key was secret, though wrong", () => {
    const curlWith = (value: string) => {
      const one = anExchange(7, {});
      const request = { ...one.request, key: "wrong" as const, headers: { "api-key": value } };
      return withSample(finding, lookup({ ...one, request }), HEADER).sample?.curl;
    };
    expect(curlWith("REDACTED")).toBeNull();
    expect(curlWith("plimsoll-wrong-key-1")).toContain("plimsoll-wrong-key-1");
  });

  it("has no command for a request that changes something", () => {
    const one = anExchange(7, {});
    const request = { ...one.request, method: "PUT" };
    expect(withSample(finding, lookup({ ...one, request }), HEADER).sample?.curl).toBeNull();
  });

  it("goes with the rule whose check sent it, where that is another one", () => {
    const sent = (check: string) => withSample(finding, lookup(anExchange(7, {}, { check })), HEADER).sender;
    expect(sent("c.d · asks for pages")).toBe("c.d");
    expect(sent("a.b · asks for pages")).toBeUndefined();
    expect(sent("census")).toBeUndefined();
  });

  it("shows the widest part of the body around the pointer that is short enough", () => {
    const labels = Array.from({ length: 100 }, (_, at) => ({ label_id: `se-${at}`, "a/b": { "~": at } }));
    const sampled = (pointer: string) =>
      withSample({ ...finding, pointer }, lookup(anExchange(7, { total: 100, labels })), HEADER).sample;
    expect(sampled("/labels/42/a~1b/~0")).toMatchObject({ at: "/labels/42" });
    expect(sampled("/labels/42/a~1b/~0")?.body).toContain('"se-42"');
    expect(sampled("/labels/999/label_id")?.at).toBe("/labels");
    expect(sampled("/labels")?.body).toMatch(/\(\d+ characters more\)$/);
    expect(sampled("/total/")).toMatchObject({
      at: "",
      body: JSON.stringify({ total: 100, labels: "… 100 items" }, null, 2),
    });
  });

  it("shows the item of a list that a finding names as odd", () => {
    const labels = Array.from({ length: 100 }, (_, at) => ({ label_id: `se-${at}`, status: "x".repeat(40) }));
    const shownFor = (received: string, value: unknown = { total: 100, labels }) =>
      withSample({ ...finding, received }, lookup(anExchange(7, value)), HEADER).sample?.at;
    expect(shownFor("se-3, se-42; missing: se-1; not due: se-42, se-43")).toBe("/labels/42");
    expect(shownFor('se-42, se-3; se-42 has {"status":"x"}')).toBe("/labels/42");
    expect(shownFor("se-3; not due: se-42", labels)).toBe("/42");
    expect(shownFor("se-3; not due: se-400")).toBe("");
    expect(shownFor("se-3; missing: se-1")).toBe("");
  });

  it("shows both exchanges of an item that stands in two places, each at its place", () => {
    const at = (index: number, place: number) => {
      const labels = Array.from({ length: 30 }, (_, each) => ({
        label_id: each === place ? "se-7" : `se-${index}-${each}`,
        status: "x".repeat(40),
      }));
      return anExchange(index, { total: 60, labels });
    };
    const twice = { ...finding, received: "se-7 stands on page 2 and on page 3 of the walk" };
    const shown = withSample(twice, lookup(at(7, 29), at(8, 3)), HEADER);
    expect(shown.sample).toMatchObject({ exchange: 7, at: "/labels/29" });
    expect(shown.otherSample).toMatchObject({ exchange: 8, at: "/labels/3" });
    expect(withSample(finding, lookup(at(7, 29), at(8, 3)), HEADER).otherSample).toBeUndefined();
  });

  it("tells what came where it was not JSON", () => {
    const bodyOf = (more: Partial<ReturnType<typeof anExchange>>) =>
      withSample(finding, lookup(anExchange(7, {}, more)), HEADER).sample?.body;
    expect(bodyOf(unanswered)).toBe("no answer: ECONNRESET");
    expect(bodyOf(status(204))).toBe("(empty body)");
    expect(
      bodyOf({ answer: { status: 200, headers: {}, body: { kind: "binary", bytes: 9, head: "%PDF" } } }),
    ).toBe("(9 bytes) %PDF");
  });

  it("takes the key from the environment and the request id from its header", () => {
    const { sample } = withSample(finding, lookup(anExchange(7, {})), HEADER);
    expect(sample?.curl).toContain("$PLIMSOLL_API_KEY");
    const { sample: named } = withSample(finding, lookup(anExchange(7, {})), HEADER, "STAGING_KEY");
    expect(named?.curl).toContain("$STAGING_KEY");
    expect(sample?.requestId).toMatch(/^2f1e3bc0/);
  });
});
