import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { bundle } from "../../contract/openapi/bundle.js";
import { emptyFolder, plimsoll } from "../testing.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));

describe("plimsoll openapi", () => {
  it("prints YAML, or JSON, to standard output and nothing else", async () => {
    const [yaml, json] = await Promise.all([plimsoll(["openapi"]), plimsoll(["openapi", "--json"])]);
    expect(yaml).toMatchObject({ code: 0, stderr: "" });
    expect(parse(yaml.stdout)).toEqual(JSON.parse(json.stdout));
    expect(JSON.parse(json.stdout)).toEqual(bundle("3.1", ["v1", "v2"]));
  });

  it("writes one generation in an older format to a file", async () => {
    const file = join(emptyFolder(), "v1.json");
    const ended = await plimsoll(["openapi", "--format", "3.0", "--generation", "v1", "--out", file]);
    expect(ended).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(bundle("3.0", ["v1"]));
  });

  it.each([
    ["an unknown format", ["--format", "2.0"], "2.0"],
    ["an unknown generation", ["--generation", "v3"], "v3"],
    ["a folder that is not there", ["--out", "nowhere/openapi.yaml"], "nowhere/openapi.yaml"],
  ])("tells of %s in one line", async (_, options, said) => {
    const { code, stdout, stderr } = await plimsoll(["openapi", ...options]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr.trim().split("\n")[0]).toContain(said);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it("makes documents that Redocly finds nothing wrong with", async () => {
    const folder = emptyFolder();
    const files = ["3.1", "3.0"].map((format) => join(folder, `${format}.yaml`));
    await Promise.all(
      files.map((file) =>
        plimsoll(["openapi", "--format", file.includes("3.0") ? "3.0" : "3.1", "--out", file]),
      ),
    );
    const lint = () =>
      execFileSync("npx", ["redocly", "lint", "--config", "redocly.yaml", ...files], {
        cwd: root,
        stdio: "pipe",
      });
    expect(lint).not.toThrow();
  });

  it("comes with the package", () => {
    const resolve = createRequire(import.meta.url).resolve;
    for (const file of ["openapi.json", "openapi.yaml"]) {
      expect(existsSync(resolve(`plimsoll/${file}`)), file).toBe(true);
    }
  });
});
