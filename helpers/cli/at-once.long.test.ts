import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Compliance } from "../../reports/results.js";
import { createReferenceService } from "../reference/service.js";
import { debtsIn, LEDGER_FILE } from "../target/ledger/ledger.js";
import { findIds } from "../wire/search.js";
import { emptyFolder, plimsoll } from "./testing.js";

// Runs that judge one target at the same time, also beside somebody who works there. `npm run at-once` makes each ten
// times, each time with other seeds.

const TIMES = Number(process.env.PLIMSOLL_TIMES ?? 1);
/** The header by which the record of the service tells who asked. */
const WHO = "x-who";

type Ask = (who: string, call: string, body?: object) => Promise<unknown>;

/** A service with a record of its own, while `use` works with it. */
async function whileShared(use: (shared: Shared) => Promise<void>): Promise<void> {
  const service = createReferenceService({ keepRequests: 100_000 });
  const url = await service.listen();
  const { apiKey } = service;
  const ask: Ask = async (who, call, body) => {
    const [method = "", path = ""] = call.split(" ");
    const headers = { "api-key": apiKey, "content-type": "application/json", [WHO]: who };
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    expect(answer.status, call).toBeLessThan(300);
    const text = await answer.text();
    return text === "" ? null : JSON.parse(text);
  };
  const changedBy = (who: string) =>
    service.requests
      .list()
      .filter(({ headers, status }) => headers[WHO] === who && status !== null && status < 300)
      .filter(({ method, operation }) => method !== "GET" && operation !== "v2CreateCheckoutRateQuote")
      .map(({ method, path }) => ({
        method,
        path,
        ids: path.split("/").filter((part) => /^(se-)?\d+$/.test(part)),
      }))
      .filter(({ ids }) => ids.length > 0);
  try {
    await use({ url, apiKey, ask, changedBy });
  } finally {
    await service.close();
  }
}

interface Change {
  readonly method: string;
  readonly path: string;
  readonly ids: readonly string[];
}

interface Shared {
  readonly url: string;
  readonly apiKey: string;
  readonly ask: Ask;
  /** What somebody changed or removed, by the service's own record: the ids in its path. */
  readonly changedBy: (who: string) => readonly Change[];
}

const LISTS = [
  ...["/v2/environment/webhooks", "/v1/batches?status=open", "/v1/shipments?page_size=500"],
  ...["/v1/labels?page_size=500", "/v2/purchase_orders?page_size=500", "/v2/warehouses", "/v2/tags"],
];

/** What runs and others could harm; not when it was last touched, since what is put back was touched. */
async function holdings({ ask }: Shared): Promise<unknown> {
  const lists = await Promise.all(LISTS.map((list) => ask("the test", `GET ${list}`)));
  return JSON.parse(JSON.stringify(lists, (name, value) => (name === "modified_at" ? undefined : value)));
}

/** A run under `own` that raises no alarm, owes nothing, and changes nothing but what its ledger names. */
async function expectHarmless(
  { url, apiKey, changedBy }: Shared,
  who: string,
  seed: number,
  effort = "standard",
): Promise<void> {
  const out = emptyFolder();
  const told = ["--seed", String(seed), "--writes", "own", "--effort", effort];
  const args = ["--out", out, ...told, "--header", `${WHO}: ${who}`];
  const { code, stdout, stderr } = await plimsoll(["run", url, ...args], apiKey);
  expect(code, stdout + stderr).toBe(0);
  const { leftovers, defects } = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  expect([leftovers, defects, debtsIn(out)]).toEqual([[], [], []]);
  const ledger = readFileSync(join(out, LEDGER_FILE), "utf8");
  const changes = changedBy(who);
  expect(changes.length).toBeGreaterThan(0);
  expect(changes.filter(({ ids }) => !ids.every((id) => ledger.includes(`"${id}"`)))).toEqual([]);
}

/** Makes webhooks, batches and tags, finds each as it was made, and removes it, until told to stop. */
async function work({ ask }: Shared, shipment: string, signal: AbortSignal): Promise<number> {
  const somebody = (call: string, body?: object) => ask("somebody", call, body);
  for (let round = 0; ; round += 1) {
    if (signal.aborted) return round;
    const [tag, address] = [`theirs-${round}`, `https://theirs.invalid/${round}`];
    const hook = { name: tag, event: "batch", url: address, headers: [] };
    const made = [
      { list: "/v2/environment/webhooks", member: "webhook_id", body: hook },
      { list: "/v2/batches", member: "batch_id", body: { external_batch_id: tag, shipment_ids: [shipment] } },
    ].map(async ({ list, member, body }) => {
      const answer = await somebody(`POST ${list}`, body);
      return { answer, path: `${list}/${findIds(answer, member)[0]}` };
    });
    await somebody(`POST /v2/shipments/${shipment}/tags/theirs`);
    await pause((round * 37) % 200);
    for (const { answer, path } of await Promise.all(made)) {
      expect(await somebody(`GET ${path}`)).toEqual(answer);
      await somebody(`DELETE ${path}`);
    }
    expect(JSON.stringify(await somebody(`GET /v1/shipments/${shipment}`))).toContain('"theirs"');
    await somebody(`DELETE /v2/shipments/${shipment}/tags/theirs`);
  }
}

let seeds = 0;
const nextSeed = () => ++seeds;

describe("runs at once", { timeout: 180_000, repeats: TIMES - 1 }, () => {
  it.runIf(TIMES > 1)("with the same seed remove what is theirs, all of it and nothing else", async () => {
    await whileShared(async (shared) => {
      const before = await holdings(shared);
      const seed = nextSeed();
      await Promise.all(["first", "second"].map((who) => expectHarmless(shared, who, seed)));
      expect(await holdings(shared)).toEqual(before);
    });
  });

  it.runIf(TIMES > 1)("with different seeds do so too", async () => {
    await whileShared(async (shared) => {
      const before = await holdings(shared);
      await Promise.all(["first", "second"].map((who) => expectHarmless(shared, who, nextSeed())));
      expect(await holdings(shared)).toEqual(before);
    });
  });

  it("two with one seed and one with another, beside somebody who works there, leave his things alone", async () => {
    await whileShared(async (shared) => {
      const [shipment = ""] = findIds(await shared.ask("somebody", "GET /v1/shipments"), "shipment_id");
      await shared.ask("somebody", "POST /v2/tags/theirs");
      const before = await holdings(shared);
      const done = new AbortController();
      const working = work(shared, shipment, done.signal);
      const seed = nextSeed();
      const runs = [
        // What of its own a run makes comes at quick too.
        ...["run 1", "run 2"].map((who) => expectHarmless(shared, who, seed, "quick")),
        expectHarmless(shared, "run 3", nextSeed()),
      ];
      await Promise.allSettled(runs);
      done.abort();
      expect(await working).toBeGreaterThan(5);
      await Promise.all(runs);
      expect(await holdings(shared)).toEqual(before);
    });
  });
});

it("a second run with the same seed finds its external ids free", { timeout: 180_000 }, async () => {
  await whileShared(async ({ url, apiKey }) => {
    const undecided = async () => {
      const out = emptyFolder();
      await plimsoll(["run", url, "--out", out, "--only", "batches.*", "--writes", "own"], apiKey);
      const { rules }: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
      return rules.filter(({ verdict }) => verdict === "inconclusive").map(({ id }) => id);
    };
    expect(await undecided()).toEqual(await undecided());
  });
});
