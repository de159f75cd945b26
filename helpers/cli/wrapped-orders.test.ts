import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Compliance } from "../../reports/results.js";
import { emptyFolder, plimsoll, whileAnswering } from "./testing.js";

// A service may answer with an order in a wrapper, take none in a request, ignore members that it does not know, and
// refuse a text. It must not seem to accept the text in the wrapper.

const KEY = "the-secret-key-of-this-test-4711";
const RULES = ["purchase-orders.draft.put-accepted", "purchase-orders.draft.put-applied"];

it("are not sent in their wrapper before each value was sent without it", { timeout: 60_000 }, async () => {
  const out = emptyFolder();
  await whileAnswering(
    [],
    KEY,
    async (url) => {
      await plimsoll(["run", url, "--only", RULES.join(), "--writes", "fixtures", "--out", out], KEY);
    },
    { habits: ["purchase-orders-wrapped", "purchase-order-notes-short-and-plain"] },
  );
  const { rules }: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  const looked = rules.filter(({ id }) => RULES.includes(id));
  expect(looked.map(({ verdict }) => verdict)).toEqual(["conforms", "conforms"]);
});
