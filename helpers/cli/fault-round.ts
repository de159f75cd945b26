import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, vi } from "vitest";
import { createReferenceService } from "../reference/service.js";
import { beginSession } from "../runner/session.js";
import type { Effort, Settings } from "../target/settings.js";
import { embeddedSettings } from "./embedded.js";

const V2_ALONE = "transport.tls11-refused.v2";

/** One fault and how hard to look for it. */
export interface FaultRound {
  readonly fault: string;
  /** The rule that it breaks. */
  readonly rule: string;
  readonly effort: Effort;
  readonly seed: number;
}

/** In the worker: starts the reference service with the fault and a session that judges it. */
export async function begin(round: FaultRound): Promise<void> {
  const outDir = mkdtempSync(join(tmpdir(), "plimsoll-prove-"));
  const service = createReferenceService({
    seed: round.seed,
    faults: [round.fault],
    https: round.rule.startsWith("transport."),
  });
  afterAll(async () => {
    await service.close();
    rmSync(outDir, { recursive: true, force: true });
  });
  beginSession(await embeddedSettings(service, (defaults) => roundSettings(round, { ...defaults, outDir })));
  // The round before declared the same checks.
  vi.resetModules();
}

/** The settings of a round, given those of any run against the reference. */
export function roundSettings({ rule, effort, seed }: FaultRound, settings: Settings): Settings {
  // That rule speaks of hosts that serve v2 alone.
  const generations = rule === V2_ALONE ? (["v2"] as const) : settings.generations;
  return { ...settings, effort, seed, generations };
}
