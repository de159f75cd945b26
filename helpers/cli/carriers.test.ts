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

async function judged(
  damage: Damage,
  rules: readonly string[],
  more: readonly string[] = [],
): Promise<Compliance> {
  const server = await proxied(KEY, damage);
  const out = emptyFolder();
  const asked = ["run", server.url, "--only", rules.join(","), ...more, "--out", out];
  await plimsoll(asked, KEY).finally(() => server.close());
  return JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
}

it("listed carriers come before others that the run knows", { timeout: 60_000 }, async () => {
  const rule = "carriers.id-from-list";
  const others = OTHERS.flatMap((id) => ["--fixture", `carrier=${id}`]);
  const result = await judged(disconnected, [rule], others);
  // Its services and its options.
  expect(result.rules.find(({ id }) => id === rule)).toMatchObject({
    verdict: "conforms",
    evidence: { carriers: 2 },
  });
});

/** The list of carriers of v1, whose path the contract does not show, is somewhere else. */
const unlisted: Damage = (genuine, { request: { url = "" } }) =>
  url.startsWith("/v1/carriers?") || url === "/v1/carriers" ? { ...genuine, status: 404 } : genuine;

it("carriers that no list of v1 shows are asked for their services", { timeout: 60_000 }, async () => {
  const rules = ["carriers.services.array", "carriers.options.array", "carriers.id-from-list"];
  const asked = new Set<string>();
  await judged((genuine, call) => {
    if (genuine.status === 200) asked.add(call.request.url ?? "");
    return unlisted(genuine, call);
  }, rules);
  // One carrier is asked anyway, to see that the operations are there.
  for (const what of ["services", "options"])
    expect(
      [...asked].filter((url) => RegExp(`^/v1/carriers/[^/]+/${what}$`).test(url)).length,
    ).toBeGreaterThan(1);
});
