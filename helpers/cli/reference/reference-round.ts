import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, vi } from "vitest";
import { beginSession } from "../../engine/check/worker-session.js";
import type { DataName } from "../../reference/service/variant.js";
import { createReferenceService } from "../../reference/service.js";
import type { Effort, Settings } from "../../target/settings/settings.js";
import { embeddedSettings } from "../run/embedded.js";

const V2_ALONE = "transport.tls11-refused.v2";

/** A round of all checks against the reference service. */
export interface ReferenceRound {
  /** What it does wrong, and the rule that this breaks; null if it keeps the contract. */
  readonly fault: { readonly id: string; readonly rule: string } | null;
  readonly data: DataName;
  /** Habits that it has. @defaultValue none */
  readonly habits?: readonly string[];
  /** Writes by other clients per second. @defaultValue 0 */
  readonly churn?: number;
  /** Milliseconds by which its replicas lag behind writes, in turn. @defaultValue none */
  readonly lagMs?: readonly number[];
  readonly effort: Effort;
  readonly seed: number;
}

/** Runs in the worker: starts the reference service and a session that judges it. */
export async function begin(round: ReferenceRound): Promise<void> {
  const { fault, data, seed, habits = [], churn = 0, lagMs = [] } = round;
  const outDir = mkdtempSync(join(tmpdir(), "plimsoll-round-"));
  const service = createReferenceService({
    seed,
    data,
    faults: fault === null ? [] : [fault.id],
    https:
      (fault?.rule.startsWith("transport.") ?? false) || habits.some((id) => id.startsWith("plain-http")),
    habits,
    churn,
    lagMs,
  });
  afterAll(async () => {
    await service.close();
    rmSync(outDir, { recursive: true, force: true });
  });
  beginSession(await embeddedSettings(service, (defaults) => roundSettings(round, { ...defaults, outDir })));
  // The round before declared the same checks.
  vi.resetModules();
}

/** The settings of a round, from those of any run against the reference. */
export function roundSettings({ fault, effort, seed }: ReferenceRound, settings: Settings): Settings {
  // That rule is about hosts that serve only v2.
  const generations = fault?.rule === V2_ALONE ? (["v2"] as const) : settings.generations;
  return { ...settings, effort, seed, generations };
}
