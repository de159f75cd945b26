/** The first half of the floor: a vitest run, set up like ours, with one empty test. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startVitest } from "vitest/node";

const root = mkdtempSync(join(tmpdir(), "plimsoll-floor-"));
writeFileSync(join(root, "empty.test.js"), 'globalThis.test("nothing", () => {});\n');
const vitest = await startVitest(
  "test",
  [],
  {
    root,
    config: false,
    watch: false,
    globals: true,
    pool: "threads",
    isolate: false,
    fileParallelism: false,
    reporters: [{}],
  },
  { logLevel: "silent", optimizeDeps: { noDiscovery: true, include: [] } },
);
await vitest.close();
rmSync(root, { recursive: true, force: true });
