import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { LEDGER_FILE, Ledger, pending } from "./ledger.js";

const target = "https://target.test";
const removal = { operation: "v2DeleteWebhook", path: { webhook_id: "se-1" } } as const;

it("tells what is left to remove, at every moment of a run", () => {
  const outDir = mkdtempSync(join(tmpdir(), "plimsoll-"));
  onTestFinished(() => rmSync(outDir, { recursive: true }));
  const text = () => readFileSync(join(outDir, LEDGER_FILE), "utf8");
  const ledger = new Ledger(outDir, "a-run");
  const intend = (mark: string) => ledger.intend({ target, operation: "v2CreateWebhook", mark });

  const first = intend("one");
  expect(pending(text())).toEqual([
    {
      entry: first,
      run: "a-run",
      at: expect.any(String),
      target,
      operation: "v2CreateWebhook",
      mark: "one",
      removal: null,
      accepted: false,
    },
  ]);
  ledger.accepted(first);
  expect(pending(text())).toMatchObject([{ entry: first, removal: null, accepted: true }]);
  ledger.created(first, removal);
  expect(pending(text())).toMatchObject([{ entry: first, removal }]);
  const second = new Ledger(outDir, "a-run").intend({ target, operation: "v2CreateBatch", mark: "two" });
  expect(pending(text()).map(({ mark }) => mark)).toEqual(["two", "one"]);
  ledger.refused(second);
  ledger.removed(first);
  ledger.forgotten(intend("three"));
  expect(pending(text())).toEqual([]);
});

it("begins anew where an earlier run owes nothing, and goes on where it does", () => {
  const outDir = mkdtempSync(join(tmpdir(), "plimsoll-"));
  onTestFinished(() => rmSync(outDir, { recursive: true }));
  const text = () => readFileSync(join(outDir, LEDGER_FILE), "utf8");
  const ledger = new Ledger(outDir, "a-run");
  const entry = ledger.intend({ target, operation: "v2CreateWebhook", mark: "one" });
  const owed = text();
  new Ledger(outDir, "a-run");
  expect(text()).toBe(owed);
  ledger.created(entry, removal);
  ledger.removed(entry);
  new Ledger(outDir, "a-run");
  expect(text()).toBe("");
});

it("reads a ledger whose last line was cut", () => {
  const line = JSON.stringify({
    step: "intent",
    entry: "e",
    run: "a-run",
    at: "",
    target,
    operation: "v2CreateBatch",
    mark: "m",
  });
  expect(pending(`${line}\n{"step":"remo`)).toMatchObject([{ entry: "e" }]);
  expect(pending("")).toEqual([]);
});
