/** A contract test that Portman generates from the document, run by Newman. */

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { narrowed } from "./document.mjs";

const TESTS = ["statusSuccess", "contentType", "jsonBody", "schemaValidation", "headersPresent"];

export const portman = {
  name: "Portman and Newman",
  settings: `contract tests ${TESTS.join(", ")} for every operation, each narrowed to the status of the conforming service; known ids and bodies as examples`,
  async start({ occasion, url, known, key, limit }) {
    const { folder, tool } = occasion;
    const contractTests = TESTS.map((test) => ({ openApiOperation: "*::/*", [test]: { enabled: true } }));
    writeFileSync(join(folder, "portman.json"), JSON.stringify(narrowed(known)));
    writeFileSync(
      join(folder, "portman-config.json"),
      JSON.stringify({ version: 1, tests: { contractTests } }),
    );
    await tool(
      "portman",
      "-l",
      "portman.json",
      "-b",
      url,
      "-c",
      "portman-config.json",
      "-o",
      "collection.json",
    );
    const newman = createRequire(join(folder, "package.json"))("newman");
    const options = {
      collection: join(folder, "collection.json"),
      envVar: [{ key: "apiKey", value: key }],
      timeout: limit,
      timeoutRequest: 10_000,
    };
    return async () => {
      const { run } = await promisify(newman.run)(options);
      return run.failures.map(({ source, error }) => ({
        operation: source?.name ?? "",
        check: error.test ?? error.name,
      }));
    };
  },
};
