import { expect, it } from "vitest";
import { shipments } from "../../../contract/lists.js";
import { Journal } from "../../../target/recordings/journal.js";
import { defaultSettings } from "../../../target/settings/settings.js";
import { parseInstant } from "../../../wire/instant.js";
import { Check } from "../../check/check.js";
import { Session } from "../../check/session.js";
import { Reading } from "../reading/reading.js";
import { lostWithout } from "./without-filter.js";

const t = new Check(
  new Session(defaultSettings("http://127.0.0.1:9"), { journal: new Journal(null) }),
  "shipments.default.all",
  "reads",
);

function item(id: string, day: number) {
  const created_at = `2025-03-0${day}T00:00:00Z`;
  return { id, createdAt: parseInstant(created_at), raw: { created_at } };
}

const rest = { whole: true, size: 25, dir: "asc", asOf: null } as const;

it("misses no item that is newer than the bound of a reading", () => {
  const items = [item("a", 1), item("c", 3)];
  const found = [...items, item("b", 2), item("d", 8)];
  const lost = (filters: Record<string, string>) =>
    lostWithout(t, new Reading(shipments, { ...rest, items, total: 2, filters }), [], found, "batch_id=1");
  const received = (filters: Record<string, string>) => lost(filters)?.[0]?.received;
  expect(received({})).toBe("missing there: b, d");
  expect(received({ created_at_end: "2025-03-05T00:00:00Z" })).toBe("missing there: b");
});
