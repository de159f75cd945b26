import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { createReferenceService } from "../reference/service.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** Runs a script of node_modules or of our own by Node, with variables of its own. */
function node(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  return run(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...variables } });
}

it("makes suite files alone and shuffled with the verdicts of the whole run, and leaves nothing behind", {
  timeout: 240_000,
}, async () => {
  const { stdout } = await node(["scripts/alone.mjs", "1", "default", "batches"]);
  expect(stdout).toBe("0 differences\n");
});

it("removes what a single check created that was chosen by its name in vitest", {
  timeout: 120_000,
}, async () => {
  const service = createReferenceService({ seed: 1 });
  try {
    const url = await service.listen();
    const webhooks = async (): Promise<unknown> =>
      (await fetch(`${url}/v2/environment/webhooks`, { headers: { "api-key": service.apiKey } })).json();
    const before = await webhooks();
    const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "conformance"];
    const { stdout } = await node(
      [...vitest, "suites/webhooks/v2-creation.suite.ts", "-t", "webhooks.v2.create.name"],
      { PLIMSOLL_URL: url, PLIMSOLL_API_KEY: service.apiKey, NO_COLOR: "1" },
    );
    expect(stdout).toMatch(/Tests\s+1 passed/);
    expect(await webhooks()).toEqual(before);
  } finally {
    await service.close();
  }
});
