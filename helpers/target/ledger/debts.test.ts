import { randomUUID } from "node:crypto";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createReferenceService } from "../../reference/service.js";
import type { Provision } from "../settings/provision-hook.js";
import { clientOf, serve } from "../testing.js";
import { settleDebts } from "./debts.js";
import { debtsIn, type Intended, LEDGER_FILE, Ledger } from "./ledger.js";

const MARK = "https://plimsoll.invalid/a-mark-of-ours";

async function books(url?: string) {
  const service = createReferenceService();
  const target = url ?? (await service.listen());
  onTestFinished(() => service.close());
  const outDir = mkdtempSync(join(tmpdir(), "plimsoll-debts-"));
  onTestFinished(() => rmSync(outDir, { recursive: true }));
  const ledger = new Ledger(outDir, "a-run");
  const client = clientOf(target, { apiKey: service.apiKey });
  // Written long ago: nobody has to wait for what a target may still be doing.
  const intend = (more: Partial<Intended> = {}, at = "2026-01-01T00:00:00.000Z") => {
    const intent = { target, operation: "v2CreateWebhook", mark: MARK, ...more } satisfies Intended;
    const entry = randomUUID();
    const line = { step: "intent", entry, run: "a-run", at, ...intent };
    appendFileSync(join(outDir, LEDGER_FILE), `${JSON.stringify(line)}\n`);
    return entry;
  };
  return {
    ledger,
    client,
    intend,
    outDir,
    service,
    create: async (path: string, body: object): Promise<string> => {
      const { answer } = await client.call({ check: "test", method: "POST", pathname: path, body });
      return answer?.body.kind === "json" ? answer.body.text : "";
    },
    settle: async (provision: Provision = {}) =>
      (await settleDebts({ client, ledger, provision }, debtsIn(outDir))).map(({ became, why }) => ({
        became,
        why,
      })),
  };
}

/** Three seconds ago: late, but it may yet show. */
const lately = () => new Date(Date.now() - 3000).toISOString();
const hook = { name: "n", event: "batch", url: MARK, headers: [] };

describe("debts", () => {
  it("without an id are found by their mark, and nothing else goes", async () => {
    const { create, intend, settle, service, outDir } = await books();
    const before = service.fixtures.webhooks;
    intend();
    await create("/v2/environment/webhooks", hook);
    expect(service.fixtures.webhooks.length).toBe(before.length + 1);
    expect(await settle()).toEqual([{ became: "removed", why: "" }]);
    expect(service.fixtures.webhooks).toEqual(before);
    expect(debtsIn(outDir)).toEqual([]);
  });

  it("that never came into being are struck off", async () => {
    const { intend, settle, service, outDir } = await books();
    const before = service.fixtures.webhooks;
    intend();
    expect(await settle()).toEqual([{ became: "absent", why: "" }]);
    expect(service.fixtures.webhooks).toEqual(before);
    expect(debtsIn(outDir)).toEqual([]);
  });

  it("whose id is known are settled before any list is read", async () => {
    const asked: string[] = [];
    const url = await serve(({ method }, response) => {
      asked.push(String(method));
      response.writeHead(method === "DELETE" ? 204 : 503).end();
    });
    const { intend, ledger, settle } = await books(url);
    const path = { webhook_id: "1" };
    ledger.created(intend(), { operation: "v2DeleteWebhook", path });
    intend();
    expect((await settle()).map(({ became }) => became).toSorted()).toEqual(["kept", "removed"]);
    expect(asked[0]).toBe("DELETE");
  });

  it("are looked for on a very long page, too", async () => {
    const webhooks = JSON.stringify(Array(90_000).fill({}));
    const url = await serve((_, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(webhooks),
    );
    const { intend, settle } = await books(url);
    intend();
    expect(await settle()).toEqual([{ became: "absent", why: "" }]);
  });

  it("stay when the lists are too long to be read to their end", async () => {
    const body = JSON.stringify({ webhooks: [{}], pages: 1000, total: 1000 });
    const url = await serve((_, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(body),
    );
    const { intend, settle, outDir } = await books(url);
    intend();
    expect(await settle()).toMatchObject([{ became: "kept", why: expect.stringContaining("to its end") }]);
    expect(debtsIn(outDir)).toHaveLength(1);
  });

  it("that are found under their external id alone are archived", async () => {
    const { create, intend, settle, service } = await books();
    const open = service.fixtures.batches.open;
    intend({ operation: "v2CreateBatch", mark: "plimsoll-1-77" });
    await create("/v2/batches", { external_batch_id: "plimsoll-1-77" });
    expect(service.fixtures.batches.open?.length).toBe((open?.length ?? 0) + 1);
    expect(await settle()).toEqual([{ became: "removed", why: "" }]);
    expect(service.fixtures.batches.open).toEqual(open);
  });

  it("that the target said it made are waited for, and removed once a list shows them", async () => {
    const lists: number[] = [];
    const removed: string[] = [];
    const url = await serve(({ method, url: path = "" }, response) => {
      if (method === "DELETE") {
        removed.push(path);
        return void response.writeHead(204).end();
      }
      lists.push(lists.length);
      // Each look reads the lists of both generations.
      const items = lists.length > 2 ? [{ webhook_id: "7", url: MARK }] : [];
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(items));
    });
    const { intend, ledger, settle } = await books(url);
    ledger.accepted(intend({}, lately()));
    expect(await settle()).toEqual([{ became: "removed", why: "" }]);
    expect(removed).toEqual(["/v2/environment/webhooks/7"]);
  });

  it("that the target said it made stay when no list ever shows them", async () => {
    const { intend, ledger, settle, outDir } = await books();
    ledger.accepted(intend());
    expect(await settle()).toMatchObject([{ became: "kept", why: expect.stringContaining("no list") }]);
    expect(debtsIn(outDir)).toHaveLength(1);
  });

  it("that no list shows are looked for together", async () => {
    let looks = 0;
    const url = await serve(({ url: path = "" }, response) => {
      looks += path.startsWith("/v2/environment/webhooks") ? 1 : 0;
      response.writeHead(200, { "content-type": "application/json" }).end("[]");
    });
    const { intend, ledger, settle } = await books(url);
    for (const at of [1, 2, 3]) ledger.accepted(intend({ mark: `${MARK}-${at}` }, lately()));
    expect((await settle()).map(({ became }) => became)).toEqual(["kept", "kept", "kept"]);
    expect(looks).toBe(3);
  });

  it("made long ago are looked for once", async () => {
    const lists: string[] = [];
    const url = await serve(({ url: path = "" }, response) => {
      lists.push(path.replace(/\?.*/, ""));
      response.writeHead(200, { "content-type": "application/json" }).end("[]");
    });
    const { intend, ledger, settle } = await books(url);
    ledger.accepted(intend());
    expect((await settle()).map(({ became }) => became)).toEqual(["kept"]);
    expect(lists).toContain("/v2/environment/webhooks");
    expect(lists.length).toBe(new Set(lists).size);
  });

  it("just made that are not found are asked for again before they count as absent", async () => {
    const asked: string[] = [];
    const url = await serve(({ method = "" }, response) => {
      asked.push(method);
      response.writeHead(asked.length === 1 ? 404 : 204).end();
    });
    const { ledger, settle } = await books(url);
    const entry = ledger.intend({ target: url, operation: "v2CreateWebhook", mark: MARK });
    ledger.created(entry, { operation: "v2DeleteWebhook", path: { webhook_id: "7" } });
    expect(await settle()).toEqual([{ became: "removed", why: "" }]);
    expect(asked).toEqual(["DELETE", "DELETE"]);
  }, 10_000);

  it("that somebody removed already are absent, whatever the refusal says", async () => {
    const { intend, ledger, settle } = await books();
    ledger.created(intend(), { operation: "v2DeleteWebhook", path: { webhook_id: "se-1" } });
    expect(await settle()).toEqual([{ became: "absent", why: "" }]);
  });

  it("of a batch that is archived already are settled, though the target refuses to do it once more", async () => {
    const { create, intend, ledger, settle } = await books();
    const made = await create("/v2/batches", { external_batch_id: "plimsoll-1-78" });
    const [id = ""] = /se-\d+/.exec(made) ?? [];
    for (const _ of [1, 2]) {
      ledger.created(intend(), { operation: "v2ArchiveBatch", path: { batch_id: id } });
    }
    expect((await settle()).map(({ became }) => became)).toEqual(["removed", "absent"]);
  });

  it("without a mark worth the name never remove anything", async () => {
    const { create, intend, settle, service } = await books();
    await create("/v2/environment/webhooks", { ...hook, name: "" });
    const before = service.fixtures.webhooks;
    intend({ mark: "" });
    expect(await settle()).toMatchObject([{ became: "kept" }]);
    expect(service.fixtures.webhooks).toEqual(before);
  });

  it("stay, with the reason, when the target refuses or cannot be read", async () => {
    const url = await serve((_, response) => response.writeHead(403).end());
    const { intend, ledger, settle, outDir } = await books(url);
    ledger.created(intend(), { operation: "v2DeleteWebhook", path: { webhook_id: "se-1" } });
    intend();
    expect(await settle()).toEqual([
      { became: "kept", why: "no list of this target that was read to its end shows whether it exists" },
      { became: "kept", why: "DELETE /v2/environment/webhooks/{webhook_id} was answered with 403" },
    ]);
    expect(debtsIn(outDir)).toHaveLength(2);
  });

  it("that nobody can settle do not keep the others from it", async () => {
    const { create, intend, settle, client, ledger, outDir } = await books();
    await create("/v2/environment/webhooks", hook);
    intend();
    const [good] = debtsIn(outDir);
    if (good === undefined) throw new Error("no debt");
    const bad = { ...good, removal: { operation: "v2DeleteWebhook", path: {} } } as const;
    const settled = await settleDebts({ client, ledger, provision: {} }, [bad, good]);
    expect(settled.map(({ became, why }) => [became, why])).toEqual([
      ["kept", "its clean-up failed: RangeError: v2DeleteWebhook needs the parameter webhook_id"],
      ["removed", ""],
    ]);
    expect(await settle()).toEqual([]);
  });

  it("below another resource are looked for there", async () => {
    const url = await serve(({ method, url: path }, response) =>
      method === "GET" && path === "/v2/shipments/se-2/documents"
        ? response.writeHead(200, { "content-type": "application/json" }).end('[{"document_id":"se-9"}]')
        : response.writeHead(403).end(),
    );
    const { intend, ledger, settle } = await books(url);
    const path = { shipment_id: "se-2" };
    ledger.created(intend(), { operation: "v2UnassignBatchUser", path: { batch_id: "se-1" } });
    for (const document_id of ["se-3", "se-9"])
      ledger.created(intend(), { operation: "v2DeleteShipmentDocument", path: { ...path, document_id } });
    expect(await settle()).toEqual([
      {
        became: "kept",
        why: "DELETE /v2/shipments/{shipment_id}/documents/{document_id} was answered with 403",
      },
      { became: "absent", why: "" },
      { became: "kept", why: "DELETE /v2/batches/{batch_id}/user was answered with 403" },
    ]);
  });

  it("of provision hooks are removed by them, latest first", async () => {
    const { intend, ledger, settle } = await books();
    for (const id of ["a", "b"])
      ledger.created(intend({ operation: "provision:tote", mark: "tote" }), { hook: "tote", id });
    const removed: string[] = [];
    const tote = { create: () => "", remove: (id: string) => void removed.push(id) };
    expect((await settle({ tote })).map(({ became }) => became)).toEqual(["removed", "removed"]);
    expect(removed).toEqual(["b", "a"]);
  });

  it("of provision hooks stay when the hook fails or is gone", async () => {
    const { intend, ledger, settle } = await books();
    ledger.created(intend({ operation: "provision:tote", mark: "tote" }), { hook: "tote", id: "a" });
    const tote = { create: () => "", remove: () => Promise.reject(new Error("no way")) };
    expect(await settle({ tote })).toEqual([{ became: "kept", why: "its remove failed: no way" }]);
    expect(await settle()).toMatchObject([
      { became: "kept", why: expect.stringMatching(/no longer has a provision hook/) },
    ]);
  });
});
