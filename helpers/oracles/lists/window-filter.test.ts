import { describe, expect, it } from "vitest";
import { type Instant, parseInstant } from "../../wire/instant.js";
import { byWindow } from "./window-filter.js";

function instant(text: string): Instant {
  const read = parseInstant(text);
  if (read === null) throw new Error(`${text} is not a timestamp`);
  return read;
}

describe("byWindow", () => {
  const start = instant("2025-03-01T10:00:00Z");
  const end = instant("2025-03-02T10:00:00Z");
  const filter = byWindow("created_at", { start, end });
  const at = (created_at: unknown) => filter.meets({ created_at });

  it("takes what lies between the bounds and nothing a second outside of them", () => {
    expect(at("2025-03-01T10:00:01Z")).toBe(true);
    expect(at("2025-03-02T09:59:58Z")).toBe(true);
    expect(at("2025-03-01T09:59:59Z")).toBe(false);
    expect(at("2025-03-02T10:00:01Z")).toBe(false);
  });

  it("compares instants, not texts", () => {
    expect(at("2025-03-01T23:30:00+13:00")).toBe(true);
    expect(at("2025-03-01T21:30:00+13:00")).toBe(false);
  });

  it("does not judge items on a bound, nor those without a time", () => {
    expect(at("2025-03-01T10:00:00Z")).toBeNull();
    expect(at("2025-03-02T10:00:00.000Z")).toBeNull();
    expect(at("yesterday")).toBeNull();
    expect(at(undefined)).toBeNull();
  });

  it("reads the member that it is about, and leaves a missing bound open", () => {
    const open = byWindow("modified_at", { end });
    expect(open.meets({ created_at: "2030-01-01T00:00:00Z", modified_at: "1999-01-01T00:00:00Z" })).toBe(
      true,
    );
    expect(open.words).toBe("modified_at_end=2025-03-02T10:00:00Z");
    expect(filter.words).toBe("created_at_start=2025-03-01T10:00:00Z&created_at_end=2025-03-02T10:00:00Z");
  });
});
