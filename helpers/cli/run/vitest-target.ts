import type { TestProject } from "vitest/node";
import { createReferenceService } from "../../reference/service.js";
import { choose, chosenSettings, foreignSettings } from "../settings/target-settings.js";
import { embeddedSettings } from "./embedded.js";

/** No options of the command line: vitest has its own. */
const OPTIONS = { only: [], skip: [], header: [], fixture: [], json: false };

/**
 * vitest's global set-up of the checks: the target, if vitest is started by hand. That is PLIMSOLL_URL or the address
 * in the configuration file; otherwise the embedded reference service, which is closed at the end.
 * @throws UsageError if the address, the key or the configuration file is wrong
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { config, url } = await choose(null, OPTIONS);
  if (url !== null) {
    project.provide("plimsoll", foreignSettings(url, config, OPTIONS));
    return async () => {};
  }
  const service = createReferenceService({ seed: config.seed ?? 1 });
  project.provide(
    "plimsoll",
    await embeddedSettings(service, (defaults) => chosenSettings(config, OPTIONS, defaults)),
  );
  return () => service.close();
}
