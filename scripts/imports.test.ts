import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const FOLDER = new URL(".", import.meta.url);
/** Static imports of named values from the build. */
const IMPORT = /^import \{([^}]*)\} from "(\.[^"]*\/dist\/[^"]+)"/gm;

const scripts = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".mjs") && !file.includes("node_modules"),
);

/** Nothing but a run tells otherwise that a script asks for what the build no longer has. */
describe("scripts", () => {
  it.each(scripts)("%s imports what the build exports", async (file) => {
    const url = new URL(file, FOLDER);
    for (const [, names = "", path = ""] of readFileSync(url, "utf8").matchAll(IMPORT)) {
      const built: Record<string, unknown> = await import(fileURLToPath(new URL(path, url)));
      for (const name of names.split(",").map((each) => each.trim().split(" as ")[0] ?? ""))
        if (name !== "") expect(Object.keys(built), path).toContain(name);
    }
  });
});
