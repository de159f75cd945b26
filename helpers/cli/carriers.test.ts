import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Compliance } from "../../reports/results.js";
import { type Damage, proxied } from "./testing/proxy.js";
import { emptyFolder, plimsoll } from "./testing.js";

const KEY = "the-secret-key-of-this-test-4711";
const CONNECTED = "se-110002";
const OTHERS = ["se-110003", "se-110004", "se-110005", "se-110006"];

/** All carriers but one are connected no more: the list does not show them, nor are they found. */
const disconnected: Damage = (genuine, { request: { url = "" } }) => {
  const [, , resource, id] = new URL(url, "http://target.test").pathname.split("/");
  if (resource !== "carriers" || genuine.status !== 200) return genuine;
  if (id !== undefined) return id === CONNECTED ? genuine : { ...genuine, status: 404 };
  const { carriers, ...more }: { carriers: { carrier_id: string }[] } = JSON.parse(genuine.body.toString());
  const left = carriers.filter(({ carrier_id }) => carrier_id === CONNECTED);
  return { ...genuine, body: Buffer.from(JSON.stringify({ ...more, carriers: left })) };
};

it("listed carriers come before others that the run knows", { timeout: 60_000 }, async () => {
  const rule = "carriers.id-from-list";
  const others = OTHERS.flatMap((id) => ["--fixture", `carrier=${id}`]);
  const server = await proxied(KEY, disconnected);
  const out = emptyFolder();
  const asked = ["run", server.url, "--only", rule, ...others, "--out", out];
  await plimsoll(asked, KEY).finally(() => server.close());
  const result: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  // Its services and its options.
  expect(result.rules.find(({ id }) => id === rule)).toMatchObject({
    verdict: "conforms",
    evidence: { carriers: 2 },
  });
});
