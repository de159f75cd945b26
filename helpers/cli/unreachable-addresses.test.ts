import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Compliance } from "../../reports/results.js";
import { createReferenceService } from "../reference/service.js";
import { emptyFolder, plimsoll } from "./testing.js";

const RULES = ["webhooks.v1.create.listed", "webhooks.v2.create.name", "webhooks.v2.put.name"];

it("where addresses that lead nowhere are refused, webhooks point to the receiver", {
  timeout: 60_000,
}, async () => {
  const service = createReferenceService({ habits: ["webhook-address-unreachable"] });
  const out = emptyFolder();
  const asked = ["run", await service.listen(), "--only", RULES.join(","), "--writes", "own", "--out", out];
  await plimsoll(asked, service.apiKey).finally(() => service.close());
  const { rules }: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  const judged = rules.filter(({ id }) => RULES.includes(id));
  expect(judged.map(({ verdict }) => verdict)).toEqual(RULES.map(() => "conforms"));
});
