import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readTrouble } from "../reference/mock/trouble.js";
import { createReferenceService } from "../reference/service.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const mock = readFileSync(`${ROOT}docs/mock.md`, "utf8");

describe("the docs", () => {
  it("are made from the program as it is, and show only command lines that it takes", () => {
    const { status, stderr } = spawnSync(process.execPath, ["scripts/docs.mjs", "--check"], {
      cwd: ROOT,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(status).toBe(0);
  });

  it("show own data that a service takes", () => {
    const blocks = [...mock.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => parse(text ?? ""));
    expect(blocks).toHaveLength(1);
    for (const data of blocks) {
      expect(createReferenceService({ data }).fixtures.labels.completed).toEqual(["se-41"]);
    }
  });

  it("show trouble that can be made", () => {
    const texts = [...mock.matchAll(/^\| `([^`/][^`]*)` +\|/gm)].map(([, text]) => text ?? "");
    const troubles = texts.filter((text) => !/^(GET|POST|PUT|DELETE) /.test(text));
    expect(troubles).toHaveLength(8);
    for (const text of troubles) expect(() => readTrouble(text), text).not.toThrow();
  });
});
