import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { REPORT_TRIGGER } from "../../reference/mock/admin.js";
import { SPENT_KEYS } from "../../reference/service/key-check.js";
import {
  createReferenceService,
  type ReferenceOptions,
  type ReferenceService,
} from "../../reference/service.js";
import { defaultSettings, type Settings } from "../../target/settings/settings.js";
import { makeOutFolder } from "../mistakes/files.js";
import { inTemporaryFolder } from "./temporary.js";

/** Does work beside a reference service and a folder of its own, both gone at the end. */
export function withReference<T>(
  options: ReferenceOptions,
  work: (service: ReferenceService, outDir: string) => Promise<T>,
): Promise<T> {
  return inTemporaryFolder((outDir) => {
    const service = createReferenceService(options);
    return work(service, outDir).finally(() => service.close());
  });
}

/**
 * Starts the embedded reference and returns the settings of a run against it. The run may change everything in it,
 * because nobody else uses it.
 * @param choose applies the user's options to the defaults
 */
export async function embeddedSettings(
  service: ReferenceService,
  choose: (defaults: Settings) => Settings,
): Promise<Settings> {
  const url = await service.listen();
  const { apiKey, certificate } = service;
  const settings = choose({
    ...defaultSettings(url),
    apiKey,
    spentKeys: SPENT_KEYS,
    writes: "fixtures",
    fixturesAll: true,
    reportTrigger: REPORT_TRIGGER,
    // The key was made up for this run only.
    keyInQuery: true,
  });
  if (certificate === null) return settings;
  const caFile = join(settings.outDir, "reference-ca.pem");
  makeOutFolder(settings.outDir);
  writeFileSync(caFile, certificate);
  return { ...settings, caFile };
}
