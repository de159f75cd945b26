import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Compliance, RuleVerdict } from "../../reports/results.js";
import { matchOperation } from "../contract/operations.js";
import { createReferenceService, type ReferenceOptions } from "../reference/service.js";
import { type Damage, type Genuine, proxied } from "./testing/proxy.js";
import { emptyFolder, plimsoll, shownInAllure } from "./testing.js";

// Whole runs against targets with several faults at once, and against mocks of a part: what the reports call causes.

const KEY = "the-secret-key-of-this-test-4719";
const SLOW = 120_000;

interface Told {
  readonly result: Compliance;
  readonly stdout: string;
}

async function judged(
  damage: Damage,
  { effort = "quick", ...options }: ReferenceOptions & { readonly effort?: string } = {},
): Promise<Told> {
  const out = emptyFolder();
  const server = await proxied(KEY, damage, options);
  const { code, stdout } = await plimsoll(
    ["run", server.url, "--out", out, "--effort", effort, "--writes", "fixtures"],
    KEY,
  ).finally(() => server.close());
  expect(code).toBe(1);
  const result: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  const broken = result.rules.filter(({ verdict }) => verdict === "violates").map(({ id }) => id);
  expect(result.causes.flatMap(({ rules }) => rules).sort()).toEqual(broken.sort());
  for (const id of broken) expect(stdout).toContain(`    × ${id}`);
  expectAllureToAgree(shownInAllure(out), result);
  return { result, stdout };
}

const ALLURE: Readonly<Partial<Record<RuleVerdict, string>>> = {
  violates: "failed",
  warns: "failed",
  inconclusive: "skipped",
  "not-applicable": "skipped",
  conforms: "passed",
};

/** What Allure shows of a rule that the effort leaves out: nothing. */
const LEFT_OUT: ReadonlySet<string> = new Set(["skipped"]);

/** Allure's checks come to the verdicts and numbers of the other reports. */
function expectAllureToAgree(shown: ReturnType<typeof shownInAllure>, { rules, counts }: Compliance): void {
  for (const { id, level, verdict } of rules) {
    const due = ALLURE[verdict];
    if (level !== "open" && due !== undefined)
      expect(shown.get(id) ?? LEFT_OUT, `${id} ${verdict}`).toContain(due);
  }
  const failed = [...shown.values()].filter((statuses) => statuses.has("failed"));
  expect(failed).toHaveLength(counts.required.broken + counts.recommended.broken);
}

const pathOf = (url = "") => url.split("?")[0] ?? "";
const notThere = ({ headers }: Genuine): Genuine => ({
  status: 404,
  headers: { ...headers, "content-type": "text/plain" },
  body: Buffer.from("Not Found"),
});
const json = (genuine: Genuine, change: (text: string) => string): Genuine =>
  genuine.headers["content-type"]?.includes("json") === true
    ? { ...genuine, body: Buffer.from(change(genuine.body.toString())) }
    : genuine;

describe("the causes of a real run", { timeout: 2 * SLOW }, () => {
  it("a family of operations that is missing, and a list that answers 500", async () => {
    const { result, stdout } = await judged(
      (genuine, { request }) => {
        const path = pathOf(request.url);
        if (path.startsWith("/v2/totes") && genuine.status !== 401) return notThere(genuine);
        return path === "/v1/labels" && request.method === "GET"
          ? { ...genuine, status: 500, body: Buffer.from("{}") }
          : genuine;
      },
      { effort: "standard" },
    );
    const [first, second] = result.causes;
    expect(first).toMatchObject({ kind: "server-error", title: "GET /v1/labels answers 500" });
    expect(first?.blocks).toContain("label.field.label_id");
    expect(second).toMatchObject({
      kind: "missing-operations",
      title: "GET /v2/totes and GET /v2/totes/quantities are missing",
      fix: expect.stringContaining("--edition 2025-08"),
    });
    expect(stdout).toMatch(/^Start here: \d causes explain \d+ broken rules$/m);
  });

  it("a member that records lack, with what that keeps from being judged", async () => {
    const { result } = await judged((genuine, { request }) =>
      /^\/v1\/(labels|shipments)/.test(pathOf(request.url))
        ? json(genuine, (text) => text.replaceAll(/"created_at":"[^"]*",?/g, ""))
        : genuine,
    );
    const [first] = result.causes;
    expect(first).toMatchObject({
      kind: "member",
      rules: ["shipment.field.created_at", "label.field.created_at"],
    });
    expect(first?.title).toBe("GET /v1/shipments and 2 more: created_at is missing");
    expect(first?.blocks).toContain("labels.slice.asc");
  });

  it("errors of another shape, beside a fault of another kind", async () => {
    const problem = (status: number) => Buffer.from(JSON.stringify({ title: "Not good", status }));
    const { result } = await judged(
      (genuine) => (genuine.status >= 400 ? { ...genuine, body: problem(genuine.status) } : genuine),
      { faults: ["labels-desc-reverses-page"] },
    );
    expect(result.causes[0]).toMatchObject({
      kind: "error-body",
      fix: expect.stringContaining("request_id"),
    });
    expect(result.causes.flatMap(({ rules }) => rules)).toContain("labels.order.inside");
    expect(result.causes.length).toBeLessThan(5);
  });

  it("a generation that does not answer", async () => {
    const { result } = await judged((genuine, { request }) =>
      request.url?.startsWith("/v2") === true ? notThere(genuine) : genuine,
    );
    expect(result.causes[0]).toMatchObject({
      kind: "generation",
      title: "Nothing of v2 answers",
      fix: "if the target offers v1 only, say --generation v1",
    });
    expect(result.causes[0]?.blocks.length).toBeGreaterThan(50);
  });

  it("something around every answer", async () => {
    const { result } = await judged((genuine) =>
      genuine.status < 300 ? json(genuine, (text) => `{"data":${text}}`) : genuine,
    );
    const [first] = result.causes;
    expect(first?.title).toMatch(/^\d operations answer with nothing but a member data: /);
    expect(first?.rules.length).toBeGreaterThan(30);
    expect(first?.blocks.length).toBeGreaterThan(100);
    expect(result.causes.length).toBeLessThan(6);
  });

  it("a mock that answers each operation with one example", async () => {
    const examples = new Map<string, Pick<Genuine, "status" | "body">>();
    const operationAt = (method: string, url = "") => matchOperation(method, pathOf(url))?.operation.id;
    const { fetch } = createReferenceService({ apiKey: KEY });
    for (const path of ["/v1/labels", "/v1/shipments", "/v1/incubator/adjustments/reports"]) {
      const answer = await fetch(new Request(`http://t.test${path}`, { headers: { "API-Key": KEY } }));
      const body = Buffer.from(await answer.arrayBuffer());
      examples.set(operationAt("GET", path) ?? "", { status: 200, body });
    }
    const { result } = await judged((genuine, { request: { method = "", url } }) => {
      const operation = operationAt(method, url);
      if (operation === undefined || genuine.status === 401) return genuine;
      if (genuine.status < 300) examples.set(operation, examples.get(operation) ?? genuine);
      return { ...genuine, ...(examples.get(operation) ?? genuine), headers: genuine.headers };
    });
    const [first] = result.causes;
    expect(first?.title).toMatch(/^\d+ operations answer the same whatever they are asked for: /);
    expect(first?.rules).toEqual(
      expect.arrayContaining(["labels.filter.batch_id", "limits.offset.status", "paging.pages.arithmetic"]),
    );
    expect(result.causes.length).toBeLessThan(6);
  });

  it("an answer that is cut off, and what else needs it", async () => {
    const isBatch = (url?: string) => /^\/v1\/batches\/[^/]+$/.test(pathOf(url));
    const { result } = await judged((genuine, { request }) =>
      genuine.status === 200 && isBatch(request.url) ? json(genuine, (text) => text.slice(0, -1)) : genuine,
    );
    expect(result.causes).toHaveLength(1);
    expect(result.causes[0]).toMatchObject({ kind: "unreadable", rules: ["status.success-json"] });
    expect(result.causes[0]?.blocks).toContain("batch.field.status");
  });

  it("two of many filters that fail together", async () => {
    const fault = "labels-created_at_start-ignored-beside-warehouse_id";
    const { result } = await judged((genuine) => genuine, { effort: "standard", faults: [fault] });
    const [finding] = result.rules.find(({ id }) => id === "labels.filter.combined")?.findings ?? [];
    expect(finding?.documented).toMatch(/^the labels of warehouse se-\d+ with created_at_start=[^&]+$/);
    expect(finding?.sample?.at).toMatch(/^\/labels\/\d+$/);
  });
});
