import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Exchange } from "../../wire/exchange.js";
import { exchanges, withCookie } from "../arbitraries.js";
import { recordingIn, toEntry } from "./har.js";

const readBack = (journal: readonly Exchange[]) =>
  recordingIn(JSON.parse(JSON.stringify({ log: { entries: journal.map(toEntry) } }))).exchanges;

describe("a HAR file of ours", () => {
  it("comes back as it was", () => {
    fc.assert(fc.property(exchanges, (journal) => void expect(readBack(journal)).toEqual(journal)));
  });

  it("of a version that kept cookies comes without them", () => {
    fc.assert(
      fc.property(exchanges, (journal) => void expect(readBack(journal.map(withCookie))).toEqual(journal)),
    );
  });

  it("is told from anything else", () => {
    expect(() => recordingIn({})).toThrow("Not a HAR file: log.entries is missing.");
    fc.assert(
      fc.property(fc.jsonValue(), (entry) => {
        expect(() => recordingIn({ log: { entries: [entry] } })).toThrow(
          "entry 1 was not recorded by plimsoll.",
        );
      }),
    );
  });
});
