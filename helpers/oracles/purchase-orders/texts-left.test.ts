import { describe, expect, it } from "vitest";
import { sampleExchange } from "../testing.js";
import type { Order } from "./orders.js";
import type { Outcome } from "./outcome.js";
import { ownText } from "./own-texts.js";
import { strayText, textKept, textsLeft } from "./texts-left.js";

const RUN = "0a1b";
const TEXT = ownText(RUN, 1);

/** The run's text, sent to an order. */
function change(id: string, outcome: Outcome, note_to_supplier = TEXT) {
  const { request, ...exchange } = sampleExchange();
  const body = JSON.stringify({ note_to_supplier });
  return { id, outcome, exchange: { ...exchange, request: { ...request, body } } };
}

const order = (note_to_supplier: string, status: Order["status"] = "open"): Order => ({
  id: "se-1",
  status,
  record: { note_to_supplier },
});

describe("textsLeft", () => {
  const left = (now: Order, ...sent: readonly ReturnType<typeof change>[]) =>
    textsLeft({ run: RUN, sent }, order("old"), now);

  it("names the fields with a text that was sent to the order", () => {
    expect(left(order(TEXT), change("se-1", "refused"))).toEqual(["note_to_supplier"]);
    expect(left(order(TEXT), change("se-2", "accepted"))).toEqual([]);
    expect(left(order("old"), change("se-1", "accepted"))).toEqual([]);
    expect(left(order("x"), change("se-1", "accepted", "x"))).toEqual([]);
  });

  it("is empty for an order that moved on", () => {
    expect(left(order(TEXT, "receiving"), change("se-1", "refused"))).toEqual([]);
  });
});

describe("textKept", () => {
  it("is a text that was refused or put back, but none that was accepted", () => {
    const kept = (...sent: readonly ReturnType<typeof change>[]) =>
      textKept({ run: RUN, sent }, order("old"), order(TEXT));
    expect(kept(change("se-1", "refused"))?.pointer).toBe("/note_to_supplier");
    expect(kept(change("se-1", "accepted"), change("se-1", "accepted", "old"))).not.toBeNull();
    expect(kept(change("se-1", "accepted"))).toBeNull();
  });
});

describe("strayText", () => {
  const of = (...sent: readonly ReturnType<typeof change>[]) => ({ run: RUN, sent });

  it("is a text that was sent to other orders alone", () => {
    const other = change("se-2", "accepted");
    expect(strayText(of(other), order("old"), order(TEXT))?.change).toBe(other);
    expect(strayText(of(other, change("se-1", "refused")), order("old"), order(TEXT))).toBeNull();
    expect(strayText(of(other), order("old"), order("old"))).toBeNull();
    expect(strayText(of(other), order(TEXT), order(TEXT))).toBeNull();
    expect(strayText(of(), order("old"), order("anything"))).toBeNull();
  });

  it("shows on an order that was not listed before, unless it was sent to that", () => {
    const other = change("se-2", "accepted");
    expect(strayText(of(other), null, order(TEXT))?.claim.documented).toContain("makes no other order");
    expect(strayText(of(other, change("se-1", "accepted")), null, order(TEXT))).toBeNull();
    expect(strayText(of(other), null, order("old"))).toBeNull();
  });

  it("is the run's own: another client's may have gone back to an order that showed it", () => {
    const others = ownText("ffff", 3);
    const back = change("se-2", "accepted", others);
    expect(strayText(of(back), order("old"), order(others))).toBeNull();
  });
});
