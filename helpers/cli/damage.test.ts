import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { damaged } from "./testing/damage.js";
import { emptyFolder, plimsoll, whileAnswering } from "./testing.js";

const KEY = "the-secret-key-of-this-test-4716";
/** Damaged files of each kind; more by PLIMSOLL_DAMAGED=75. */
const EACH = Number(process.env.PLIMSOLL_DAMAGED ?? 3);
const FEW = ["--effort", "quick", "--only", "labels.order.*,webhooks.v2.create.*,request-id.*"];
const CONFIG = {
  url: "http://127.0.0.1:9",
  generations: ["v1"],
  extraHeaders: { "X-Team": "dock" },
  fixtures: { "batch:open": ["se-1"] },
  bodies: { v2CreateBatch: { batch_notes: "n" } },
  receiver: { port: 4711 },
  waivers: [{ rule: "labels.slice.desc", reason: "known", expires: "2999-12-31" }],
};

/** Each kind of file and the command that reads it; URL stands for a service that is there. */
const KINDS: readonly (readonly [name: string, command: readonly string[]])[] = [
  ["journal.ndjson", ["judge", "journal.ndjson", "--out", "again"]],
  ["exchanges.har", ["judge", "exchanges.har", "--out", "again"]],
  ["foreign.har", ["judge", "foreign.har", "--out", "again"]],
  ["ledger.ndjson", ["cleanup", "--no-config", "--out", ".", "--timeout", "500"]],
  ["compliance.json", ["waive", "compliance.json"]],
  ["plimsoll.config.json", ["plan", "--only", "auth.key.empty"]],
  ["shard-1/shard.json", ["merge", "shard-1", "shard-2", "--out", "joined"]],
  ["shard-2/journal.ndjson", ["merge", "shard-1", "shard-2", "--out", "joined"]],
];

/** The recording of a run as another tool would have written it. */
function asForeign(har: string): string {
  const { log } = JSON.parse(har);
  const entries = log.entries.map(({ _plimsoll, ...entry }: Record<string, unknown>) => entry);
  return JSON.stringify({
    log: { version: log.version, creator: { name: "another", version: "1" }, entries },
  });
}

describe("damaged files", { timeout: 3_600_000 }, () => {
  const whole = emptyFolder();

  beforeAll(async () => {
    await whileAnswering(["labels-desc-reverses-page"], KEY, async (url) => {
      const args = ["run", url, ...FEW, "--writes", "own"];
      await plimsoll([...args, "--out", whole], KEY);
      for (const part of [1, 2])
        await plimsoll([...args, "--shard", `${part}/2`, "--out", join(whole, `shard-${part}`)], KEY);
    });
    writeFileSync(join(whole, "foreign.har"), asForeign(readFileSync(join(whole, "exchanges.har"), "utf8")));
    writeFileSync(join(whole, "plimsoll.config.json"), JSON.stringify(CONFIG, null, 2));
    // A run that was killed: what it made is still owed.
    const ledger = readFileSync(join(whole, "ledger.ndjson"), "utf8").split("\n");
    const owing = ledger.filter((line) => !line.startsWith('{"step":"removed"')).join("\n");
    writeFileSync(join(whole, "ledger.ndjson"), owing.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, CONFIG.url));
  }, 120_000);

  it.each(KINDS)("%s: one line or a result, and never a stack", async (name, command) => {
    const here = emptyFolder();
    cpSync(whole, here, { recursive: true });
    for (let seed = 1; seed <= EACH; seed++) {
      writeFileSync(join(here, name), damaged(readFileSync(join(whole, name), "utf8"), seed));
      const { code, stdout, stderr } = await plimsoll(command, KEY, here);
      const told = `${name}, seed ${seed}, code ${code}\n${stdout}${stderr}`;
      expect(`${stdout}${stderr}`, told).not.toMatch(/\n {4,}at |a defect of its own|internal error/);
      expect([0, 1, 2], told).toContain(code);
      if (code === 2) expect(stderr, told).toMatch(/^(.* checks?, .*\n)*plimsoll: [^\n]+\n$/);
    }
  });
});
