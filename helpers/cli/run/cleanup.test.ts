import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, request as forward } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { debtsIn, LEDGER_FILE, Ledger, UNREFUSED } from "../../target/ledger/ledger.js";
import { emptyFolder, plimsoll, start, whileAnswering } from "../testing.js";

const KEY = "the-secret-key-of-this-test-4712";
/** Checks that create webhooks and batches; few others, so that the kill comes early. */
const CREATING = "webhooks.*,batches.*,batch.*,events.*,content.non-json*";
/** Checks that change fixtures and put them back. */
const CHANGING = "warehouses.*,v2.shipments.tag*,purchase-orders.*";

/** Everything that a run may create on the target: webhooks as they are, batches that are not archived. */
async function holdings(url: string): Promise<unknown> {
  const read = async (path: string): Promise<unknown> =>
    (await fetch(url + path, { headers: { "api-key": KEY } })).json();
  return [await read("/v2/environment/webhooks"), await read("/v1/batches?status=open")];
}

/** Named as fixtures: what a run changes and can put back. */
interface Changeable {
  readonly warehouse: string;
  readonly shipment: string;
  readonly draft: string;
  readonly open: string;
}

async function read(url: string, path: string): Promise<Record<string, unknown>> {
  const body: unknown = await (await fetch(url + path, { headers: { "api-key": KEY } })).json();
  return typeof body === "object" && body !== null ? { ...body } : {};
}

async function changeableOn(url: string): Promise<Changeable> {
  const first = async (path: string, list: string, id: string, status?: string): Promise<string> => {
    const items: unknown = (await read(url, path))[list];
    const fits = (Array.isArray(items) ? items : []).find(
      (item) => status === undefined || item.status === status,
    );
    return String(fits?.[id]);
  };
  const orders = ["/v2/purchase_orders", "purchase_orders", "purchase_order_id"] as const;
  return {
    warehouse: await first("/v2/warehouses", "warehouses", "warehouse_id"),
    shipment: await first("/v1/shipments", "shipments", "shipment_id"),
    draft: await first(...orders, "draft"),
    open: await first(...orders, "open"),
  };
}

/** How these are, but for the times at which the service says that they were changed. */
async function stateOf(url: string, { warehouse, shipment, draft, open }: Changeable): Promise<unknown> {
  const { tags } = await read(url, `/v1/shipments/${shipment}`);
  const records = [
    await read(url, `/v2/warehouses/${warehouse}`),
    await read(url, `/v2/purchase_orders/${draft}`),
    await read(url, `/v2/purchase_orders/${open}`),
  ];
  const timeless = records.map((record) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !name.endsWith("_at"))),
  );
  return [tags, ...timeless];
}

function linesIn(outDir: string): number {
  try {
    return readFileSync(join(outDir, LEDGER_FILE), "utf8").split("\n").length - 1;
  } catch {
    return 0;
  }
}

/** Sends the signal some milliseconds after the ledger has that many lines; gives the exit code, null if killed. */
async function endAt(child: ChildProcess, outDir: string, at: Moment): Promise<number | null> {
  const closed = once(child, "close");
  while (child.exitCode === null && linesIn(outDir) < at.lines) await sleep(2);
  await sleep(at.ms);
  child.kill(at.signal);
  const [code] = await closed;
  return typeof code === "number" ? code : null;
}

/** Forwards requests to a target, but refuses to delete anything while the gate is shut. */
async function whileForwarding(
  behind: string,
  gate: { readonly deletes: boolean },
  use: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    if (request.method === "DELETE" && !gate.deletes) {
      response.writeHead(403).end();
      return;
    }
    const { method, headers } = request;
    const onward = forward(behind + (request.url ?? ""), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  try {
    await use(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

interface Moment {
  readonly lines: number;
  readonly ms: number;
  readonly signal: NodeJS.Signals;
}

const random = (most: number) => Math.floor(Math.random() * (most + 1));

const OWN = ["--writes", "own", "--only", CREATING];

function startRun(url: string, out: string, options: readonly string[] = OWN): ChildProcess {
  const child = start(["run", url, "--out", out, ...options], KEY);
  // Nobody reads the output of most of these; unread, it would keep them from closing.
  child.stdout?.resume();
  child.stderr?.resume();
  return child;
}

describe("plimsoll cleanup", () => {
  it("leaves the target as it was, whenever the run was killed", { timeout: 300_000 }, async () => {
    await whileAnswering([], KEY, async (url) => {
      const fixtures = await changeableOn(url);
      const now = async () => [await holdings(url), await stateOf(url, fixtures)];
      const before = await now();
      const named = {
        warehouse: fixtures.warehouse,
        "shipment:taggable": fixtures.shipment,
        "purchase_order:draft": fixtures.draft,
        "purchase_order:open": fixtures.open,
      };
      const options = Object.entries(named).flatMap(([kind, id]) => ["--fixture", `${kind}=${id}`]);
      let killed = 0;
      for (const only of [CREATING, CREATING, CREATING, CHANGING, CHANGING, CHANGING]) {
        const out = emptyFolder();
        const at = { lines: 1 + random(8), ms: random(20), signal: "SIGKILL" } as const;
        await endAt(startRun(url, out, ["--writes", "fixtures", ...options, "--only", only]), out, at);
        killed += debtsIn(out).length;
        const { code, stdout } = await plimsoll(["cleanup", "--out", out], KEY);
        expect(await now(), `${JSON.stringify(at)}\n${stdout}`).toEqual(before);
        expect(code, stdout).toBe(0);
        expect(debtsIn(out)).toEqual([]);
      }
      expect(killed, "no kill left anything, so nothing was proved").toBeGreaterThan(0);
    });
  });

  it("says that nothing is owed", async () => {
    const nothing = await plimsoll(["cleanup", "--out", emptyFolder()], KEY);
    expect(nothing).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Nothing to do: .* holds no ledger/),
    });
  });

  it("forgets on request what it cannot undo", async () => {
    await whileAnswering([], KEY, async (target) => {
      const out = emptyFolder();
      new Ledger(out, "a-run").intend({ target, operation: `${UNREFUSED}GET /v1/labels`, mark: "" });
      const { code, stdout } = await plimsoll(["cleanup", "--out", out, "--forget"], KEY);
      expect(stdout).toMatch(/^forgotten +.*\n0 entries settled, 1 forgotten, on http/);
      expect([code, debtsIn(out)]).toEqual([0, []]);
    });
  });

  it("asks which target is meant, for the key goes to one only", async () => {
    const out = emptyFolder();
    const ledger = new Ledger(out, "a-run");
    for (const target of ["http://127.0.0.1:9", "http://127.0.0.2:9"]) {
      ledger.intend({ target, operation: "v2CreateWebhook", mark: "https://plimsoll.invalid/one" });
    }
    const { code, stderr } = await plimsoll(["cleanup", "--out", out], KEY);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/say which: plimsoll cleanup URL/),
    });
  });

  it("removes what the target would not let go of during the run, which the report shows", {
    timeout: 120_000,
  }, async () => {
    await whileAnswering([], KEY, async (behind) => {
      const gate = { deletes: false };
      await whileForwarding(behind, gate, async (url) => {
        const before = await holdings(behind);
        const out = emptyFolder();
        await plimsoll(["run", url, "--writes", "own", "--out", out, "--only", "events.*"], KEY);
        const { leftovers } = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
        expect(leftovers[0]).toMatchObject({
          what: expect.stringMatching(/^DELETE .*webhooks/),
          why: expect.stringMatching(/answered with 403; plimsoll cleanup tries again/),
        });
        const refused = await plimsoll(["cleanup", "--out", out], KEY);
        expect(refused.stdout).toMatch(/LEFT .*DELETE .*webhooks/);
        expect(refused.code).toBe(1);
        gate.deletes = true;
        expect((await plimsoll(["cleanup", "--out", out], KEY)).code).toBe(0);
        expect(await holdings(behind)).toEqual(before);
      });
    });
  });
});

describe("a run that is interrupted", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "by %s removes what it created",
    { timeout: 120_000 },
    async (signal) => {
      await whileAnswering([], KEY, async (url) => {
        const before = await holdings(url);
        const out = emptyFolder();
        const child = startRun(url, out);
        let stderr = "";
        child.stderr?.on("data", (text) => {
          stderr += String(text);
        });
        const code = await endAt(child, out, { lines: 2, ms: 0, signal });
        expect(await holdings(url)).toEqual(before);
        expect(code, stderr).toBe(signal === "SIGINT" ? 130 : 143);
        expect(stderr.match(/plimsoll: interrupted after/g)).toHaveLength(1);
        expect(debtsIn(out)).toEqual([]);
        const compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
        expect(compliance.notices).toContain(`Interrupted by ${signal} before its end.`);
        expect(compliance.defects).toEqual([]);
      });
    },
  );
});

describe("a run that is interrupted twice", () => {
  it("ends at once and says what is left", { timeout: 120_000 }, async () => {
    await whileAnswering([], KEY, async (behind) => {
      await whileForwarding(behind, { deletes: false }, async (url) => {
        const out = emptyFolder();
        const child = startRun(url, out);
        let stderr = "";
        child.stderr?.on("data", (text) => {
          stderr += String(text);
          if (stderr.includes("Ctrl-C again ends at once")) child.kill("SIGINT");
        });
        expect(await endAt(child, out, { lines: 2, ms: 50, signal: "SIGINT" })).toBe(130);
        expect(stderr).toMatch(/this run left \d+ resources? on (http\S+); plimsoll cleanup \1 --out/);
        expect(stderr).not.toContain("interrupted after");
      });
    });
  });
});

describe("a run after one that was killed", () => {
  it("mentions in one line what is owed", { timeout: 120_000 }, async () => {
    await whileAnswering([], KEY, async (url) => {
      const out = emptyFolder();
      await endAt(startRun(url, out), out, { lines: 2, ms: 0, signal: "SIGKILL" });
      const { stderr } = await plimsoll(["run", url, "--out", out, "--only", "auth.key.empty"], KEY);
      expect(stderr).toMatch(/an earlier run left \d+ resources? on (http\S+); plimsoll cleanup \1 --out/);
      expect(debtsIn(out).length).toBeGreaterThan(0);
    });
  });
});

describe("a run whose process of checks dies", () => {
  it("reports what it saw, removes what it made and ends with 2", { timeout: 120_000 }, async () => {
    // The thirtieth request of the process that makes the checks is its last.
    const dies = `
      import { subscribe } from "node:diagnostics_channel";
      let left = 30;
      if (process.send)
        subscribe("undici:request:create", () => --left === 0 && process.kill(process.pid, "SIGKILL"));`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(dies)}`;
    await whileAnswering([], KEY, async (url) => {
      const before = await holdings(url);
      const out = emptyFolder();
      const args = ["run", url, "--out", out, ...OWN];
      const { code, stdout } = await plimsoll(args, KEY, out, { NODE_OPTIONS });
      expect(code, stdout).toBe(2);
      const compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
      expect(compliance.run.requests).toBeGreaterThan(0);
      const why = "the process that makes the checks ended before they were done";
      expect(compliance.defects).toContainEqual(expect.objectContaining({ message: why }));
      expect(await holdings(url)).toEqual(before);
    });
  });
});
