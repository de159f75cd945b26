import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addedHeaders,
  isForeign,
  isGone,
  shows,
  takenOn,
  type WebhookMember,
  type WebhookSent,
  webhookDifferences,
} from "./webhooks.js";

const header = fc.record({
  key: fc.stringMatching(/^[A-Za-z][A-Za-z-]{0,8}$/),
  value: fc.stringMatching(/^[ -~]{0,12}$/),
});
const headers = fc.uniqueArray(header, { maxLength: 4, selector: ({ key }) => key.toLowerCase() });
const sent: fc.Arbitrary<Required<WebhookSent>> = fc.record({
  name: fc.string({ unit: "grapheme", minLength: 1 }),
  url: fc.webUrl(),
  event: fc.constantFrom("batch", "report_complete"),
  headers,
  store_id: fc.nat(),
});
const members: readonly WebhookMember[] = ["name", "url", "event", "headers", "store_id"];

describe("shows", () => {
  it("says yes to a webhook that shows what was sent, whatever else it shows", () => {
    fc.assert(
      fc.property(sent, (body) => {
        const shown = { ...body, headers: body.headers.toReversed(), webhook_id: "1", created_at: "x" };
        for (const member of members) expect(shows(member, body, shown)).toBe("yes");
      }),
    );
  });

  it("says no to a member with another value", () => {
    fc.assert(
      fc.property(sent, sent, (body, other) => {
        for (const member of ["name", "event", "store_id"] as const) {
          if (String(body[member]).normalize() === String(other[member]).normalize()) continue;
          expect(shows(member, body, other)).toBe("no");
        }
      }),
    );
  });

  it.each([undefined, null, [], [{ key: "A", value: "2" }], [{ key: "B", value: "1" }]])(
    "says no where a header was lost: %j",
    (shown) => {
      expect(shows("headers", { headers: [{ key: "A", value: "1" }] }, { headers: shown })).toBe("no");
    },
  );

  it("says no to a header that came twice or should have gone", () => {
    const one = { key: "A", value: "1" };
    const former = { key: "B", value: "2" };
    expect(shows("headers", { headers: [one] }, { headers: [one, one] })).toBe("no");
    expect(shows("headers", { headers: [one] }, { headers: [one, former] }, [former])).toBe("no");
    expect(shows("headers", { headers: [one] }, { headers: [one, former] })).toBe("yes");
  });

  it("takes header names in any case and addresses in normal form", () => {
    expect(
      shows("headers", { headers: [{ key: "X-A", value: "v" }] }, { headers: [{ key: "x-a", value: "v" }] }),
    ).toBe("yes");
    expect(shows("url", { url: "https://host.invalid" }, { url: "https://host.invalid/" })).toBe("yes");
    expect(shows("url", { url: "https://host.invalid/a" }, { url: "https://host.invalid/a/" })).toBe("no");
  });

  it.each([
    ["name", 5],
    ["url", undefined],
    ["store_id", "5"],
    ["headers", { A: "1" }],
    ["headers", [{ name: "A" }]],
  ] as const)("leaves %s of another type to the rule of the field", (member, value) => {
    expect(shows(member, { name: "5", url: "https://a.invalid", store_id: 5 }, { [member]: value })).toBe(
      "unclear",
    );
  });

  it("says no to a name that is missing where the rule of the field takes the webhook for one of v1", () => {
    const shown = { event: "batch", name: null };
    expect(shows("name", { name: "a" }, { ...shown, headers: [] })).toBe("no");
    expect(shows("name", { name: "a" }, { ...shown, headers: [{ key: "a", value: "b" }] })).toBe("unclear");
  });

  it("says no to a store that is not shown", () => {
    expect(shows("store_id", { store_id: 5 }, {})).toBe("no");
    expect(shows("store_id", { store_id: 5 }, { store_id: null })).toBe("no");
  });
});

describe("takenOn", () => {
  const writes = [{ name: "a", headers: [{ key: "K", value: "v" }] }, { url: "https://a.invalid/" }];
  const former = { webhook_id: "1", name: "b", url: "https://b.invalid/", headers: [] };
  const pointerOf = (now: Record<string, unknown>) => takenOn(writes, former, { ...former, ...now })?.pointer;

  it("names the first member that changed to a value that was sent, whatever else changed", () => {
    expect(pointerOf({ name: "a" })).toBe("/name");
    expect(pointerOf({ name: "c", headers: [{ key: "K", value: "v" }] })).toBe("/headers");
    expect(pointerOf({ event: "x", url: "https://a.invalid/" })).toBe("/url");
  });

  it("finds nothing in a webhook that did not change", () => {
    fc.assert(fc.property(sent, (body) => takenOn([body], body, body) === undefined));
  });

  it("finds nothing in other values, nor in those that were there before", () => {
    expect(pointerOf({ name: "c", headers: [{ key: "K", value: "w" }] })).toBeUndefined();
    expect(takenOn(writes, { ...former, name: "a" }, { ...former, name: "a", url: "x" })).toBeUndefined();
    expect(takenOn([], former, { ...former, name: "a" })).toBeUndefined();
  });
});

describe("isGone", () => {
  it.each([
    [null, true],
    [{ webhook_id: "1", deleted: true }, true],
    [{ webhook_id: "1", is_active: false }, true],
    [{ webhook_id: "1", deleted_at: "2026-01-01T00:00:00Z" }, true],
    [{ webhook_id: "1", status: "disabled" }, true],
    [{ webhook_id: "1" }, false],
    [{ webhook_id: "1", deleted: false, deleted_at: null, active: true, status: "active" }, false],
  ])("of %j is %s", (raw, gone) => {
    expect(isGone(raw)).toBe(gone);
  });
});

describe("webhookDifferences", () => {
  it("finds none between a webhook and itself in another order", () => {
    fc.assert(
      fc.property(sent, (body) => {
        const again = Object.fromEntries(
          Object.entries({ ...body, headers: body.headers.toReversed() }).toReversed(),
        );
        expect(webhookDifferences(body, again)).toEqual([]);
      }),
    );
  });

  it("takes absent, null and no headers for the same, and knows only documented members", () => {
    expect(webhookDifferences({ headers: [], store_id: null, a: 1 }, { store_id: undefined, a: 2 })).toEqual(
      [],
    );
  });

  it.each([
    ["webhook_id", "2"],
    ["name", "b"],
    ["headers", []],
    ["headers", [{ key: "A", value: "2" }]],
    ["store_id", 6],
  ] as const)("names %s where it differs", (member, value) => {
    const one = { webhook_id: "1", name: "a", headers: [{ key: "A", value: "1" }], store_id: 5 };
    expect(webhookDifferences(one, { ...one, [member]: value }).map(({ pointer }) => pointer)).toEqual([
      `/${member}`,
    ]);
  });
});

describe("addedHeaders", () => {
  it.each([
    [null, []],
    [{ headers: null }, []],
    [{ headers: [{ key: "a", value: "2" }] }, []],
    [{ headers: [{ key: "A", value: "1" }, { key: "X-Own", value: "1" }, "x"] }, ["x-own"]],
  ])("in %j are %j", (shown, added) => {
    expect(addedHeaders({ headers: [{ key: "A", value: "1" }] }, shown)).toEqual(added);
  });
});

describe("isForeign", () => {
  const sent = [
    { name: "Plimsoll 1f3a Quay & Sons", url: "https://plimsoll.invalid/1f3a/life?desk=7" },
    { name: "Plimsoll first", url: "https://plimsoll.invalid/1f3a/first" },
  ];
  const [own] = sent;

  it("takes nothing for foreign that the run sent, nor what the target made of it", () => {
    const shown = [
      own,
      { ...own, name: "Plimsoll 1f3" },
      { ...own, name: "PLIMSOLL FIRST" },
      { ...own, name: "Plimsoll 1f3a Quay &amp; Sons" },
      { ...own, name: "", url: null },
      { ...own, url: "https://plimsoll.invalid/" },
      {},
    ];
    for (const each of shown) expect(isForeign(sent, "1f3a", { ...each })).toBe(false);
  });

  it("tells a name or an address of another client", () => {
    expect(isForeign(sent, "1f3a", { ...own, name: "taken 18" })).toBe(true);
    expect(isForeign(sent, "1f3a", { ...own, url: "https://moved.example/19" })).toBe(true);
  });
});
