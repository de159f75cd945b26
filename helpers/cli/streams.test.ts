import { once } from "node:events";
import { existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LOCK_FILE } from "./run/lock.js";
import { emptyFolder, start, whileAnswering } from "./testing.js";

// Whoever reads the output may go away before its end.

const KEY = "the-secret-key-of-this-test-4721";

describe("a reader that goes away", { timeout: 60_000 }, () => {
  it("does not end a run: its reports are written and its folder is free", async () => {
    const out = emptyFolder();
    await whileAnswering(["labels-desc-reverses-page"], KEY, async (url) => {
      const child = start(["run", url, "--only", "labels.order.*", "--out", out], KEY);
      child.stdout?.destroy();
      child.stderr?.once("data", () => child.stderr?.destroy());
      expect(await once(child, "exit")).toEqual([1, null]);
    });
    expect(JSON.parse(readFileSync(join(out, "compliance.json"), "utf8")).verdict).toBe("violates");
    expect(existsSync(join(out, LOCK_FILE))).toBe(false);
  });
});

describe.runIf(existsSync("/dev/full"))("an output that takes nothing more", () => {
  it("is told in one line", async () => {
    const child = start(["rules"], null, emptyFolder(), {}, openSync("/dev/full", "w"));
    let told = "";
    child.stderr?.on("data", (text) => {
      told += String(text);
    });
    expect(await once(child, "close")).toEqual([2, null]);
    expect(told).toBe("plimsoll: the disk is full.\n");
  });
});
