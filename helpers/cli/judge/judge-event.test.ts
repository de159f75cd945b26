import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { emptyFolder, plimsoll } from "../testing.js";

it("shows what a target sent without letting it control the terminal", async () => {
  const file = join(emptyFolder(), "event.json");
  writeFileSync(file, JSON.stringify({ resource_type: "\u009b31m\u202eevil", resource_url: 1 }));
  const { code, stdout } = await plimsoll(["judge-event", file]);
  expect(code).toBe(1);
  expect(stdout).toContain("\\u{9b}31m\\u{202e}evil");
  expect(stdout).not.toMatch(/[\u009b\u202e]/);
});
