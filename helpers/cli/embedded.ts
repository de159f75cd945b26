import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { REPORT_TRIGGER } from "../reference/mock/admin.js";
import { SPENT_KEYS } from "../reference/service/key-check.js";
import type { ReferenceService } from "../reference/service.js";
import { defaultSettings, type Settings } from "../target/settings.js";
import { makeOutFolder } from "./files.js";

/**
 * Starts the embedded reference and gives the settings of a run against it. Everything that it holds may be
 * changed: nobody else uses it.
 *
 * @param choose what the user's options make of the defaults
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
    // Made up for this run, and nobody else's.
    keyInQuery: true,
  });
  if (certificate === null) return settings;
  const caFile = join(settings.outDir, "reference-ca.pem");
  makeOutFolder(settings.outDir);
  writeFileSync(caFile, certificate);
  return { ...settings, caFile };
}
