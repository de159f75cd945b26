import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { withOwnTemporary } from "./temporary.js";

afterEach(() => vi.restoreAllMocks());

const makeOne = () => mkdtempSync(join(tmpdir(), "work-"));

it("keeps the work's temporary files in one folder, which is gone at the end", async () => {
  const usual = tmpdir();
  const made = await withOwnTemporary(async () => [makeOne(), makeOne()].map((folder) => dirname(folder)));
  expect(new Set(made).size).toBe(1);
  expect(made.map((folder) => dirname(folder))).toEqual([usual, usual]);
  expect(made.some((folder) => existsSync(folder))).toBe(false);
  expect(tmpdir()).toBe(usual);
});

it("removes it where the work fails", async () => {
  let folder = "";
  const failing = async () => {
    folder = dirname(makeOne());
    throw new RangeError("ours");
  };
  await expect(withOwnTemporary(failing)).rejects.toThrow("ours");
  expect(existsSync(folder)).toBe(false);
});

it("removes it before a signal ends the process", async () => {
  const kill = vi.spyOn(process, "kill").mockReturnValue(true);
  const listeners = process.listenerCount("SIGTERM");
  await withOwnTemporary(async () => {
    const folder = dirname(makeOne());
    process.emit("SIGTERM", "SIGTERM");
    expect(existsSync(folder)).toBe(false);
  });
  expect(kill).toHaveBeenCalledWith(process.pid, "SIGTERM");
  expect(process.listenerCount("SIGTERM")).toBe(listeners);
});
