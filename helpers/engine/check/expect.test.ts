import { describe, expect, it, vi } from "vitest";
import { type Sample, sampleExchange } from "../../oracles/testing.js";
import { Journal } from "../../target/recordings/journal.js";
import { defaultSettings } from "../../target/settings/settings.js";
import type { Answered, Finding } from "../../wire/exchange.js";
import { Inconclusive } from "../../wire/outcome.js";
import { Check } from "./check.js";
import { Session } from "./session.js";

const REFUSED = { errors: [{ field_name: "url", message: "is taken" }] };

function answered(change: Sample): Answered {
  const exchange = sampleExchange(change);
  if (exchange.answer === null) throw new RangeError("a sample is answered");
  return { ...exchange, answer: exchange.answer };
}

/** The findings of a line of expectations. */
function found(line: (t: Check) => unknown): readonly string[] {
  const session = new Session(defaultSettings("http://127.0.0.1"), { journal: new Journal(null) });
  const check = new Check(session, "webhooks.v2.delete.accepted", "deletes");
  const findings: Finding[] = [];
  vi.spyOn(check, "find").mockImplementation((found) => void findings.push(...[found].flat()));
  line(check);
  return findings.map(({ documented, received }) => `${documented} / ${received}`);
}

describe("t.expect", () => {
  const gone = answered({ status: 204 });
  const shown = answered({ status: 200, json: { status: "open" } });
  const refused = answered({ status: 409, json: REFUSED });

  it("finds nothing where everything is as documented", () => {
    expect(found((t) => t.expect(gone).status(204).succeeds())).toEqual([]);
    expect(found((t) => t.expect(refused).refused().refusedWith(400, 409).notDone())).toEqual([]);
    expect(found((t) => t.expect(shown).about("it").successOr("a.rule").shows("status", "open"))).toEqual([]);
  });

  it("says what was documented and what was received", () => {
    expect(found((t) => t.expect(shown).status(204))).toEqual(["status 204 / status 200"]);
    expect(found((t) => t.expect(refused, "the deletion of a webhook").succeeds())).toEqual([
      "the deletion of a webhook: status 200 or 201 or 204 or 207 / status 409 (url: is taken)",
    ]);
    expect(found((t) => t.expect(shown).refusedWith(400, 404))).toEqual([
      "refused with status 400 or 404 / status 200",
    ]);
    expect(found((t) => t.expect(shown).shows("status", "archived"))).toEqual([`status archived / "open"`]);
    expect(found((t) => t.expect(answered({ status: 202 })).succeeds())).toHaveLength(1);
  });

  it("finds one thing a line", () => {
    expect(found((t) => t.expect(shown).status(204).notDone())).toHaveLength(1);
    found((t) => expect(t.expect(shown).status(204).holds).toBe(false));
  });

  it("compares a resource before and after, but for what never rests", () => {
    const before = { record: { note: "a", seen: 1 }, exchange: shown };
    const after = { record: { note: "b", seen: 2 }, exchange: gone };
    expect(found((t) => t.expect(refused).unchanged(before, before, new Set()))).toEqual([]);
    expect(found((t) => t.expect(refused).unchanged(before, after, new Set(["/seen"])))).toEqual([
      `unchanged by the request that was answered with 409 / /note "a" -> "b"`,
    ]);
  });

  it("ends a check that an answer tells nothing", () => {
    const keyless = answered({ status: 401 });
    const session = new Session(defaultSettings("http://127.0.0.1"), { journal: new Journal(null) });
    const check = new Check(session, "webhooks.v2.delete.accepted", "deletes");
    expect(() => check.expect(keyless).about("the webhook").succeeds()).toThrow(Inconclusive);
    expect(check.expect(keyless).about("the webhook").refused().holds).toBe(true);
    expect(() => check.expect(refused).successOr("a.rule")).toThrow("answered with 409; see a.rule");
  });
});
