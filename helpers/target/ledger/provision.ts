import { redactorOf } from "../secrets/redact.js";
import type { Provision, ProvisionHook, ProvisionTarget } from "../settings/provision-hook.js";
import type { Settings } from "../settings/settings.js";
import type { Ledger } from "./ledger.js";

/** A hook of the configuration that failed. */
export class ProvisionFailed extends Error {
  override readonly name = "ProvisionFailed";
}

/** The settings that hooks may see. */
export function provisionTarget({ url, apiKey, extraHeaders }: Settings): ProvisionTarget {
  return { url, apiKey, extraHeaders };
}

/**
 * Runs the hooks one after another and returns the settings with what they created as fixtures. The ledger has an entry
 * for each hook before it runs.
 * @throws ProvisionFailed if a hook throws or returns no id; the ledger holds what earlier hooks created
 */
export async function provision(hooks: Provision, settings: Settings, ledger: Ledger): Promise<Settings> {
  const fixtures: Record<string, readonly string[]> = { ...settings.fixtures };
  for (const [kind, hook] of Object.entries(hooks)) {
    const intend = () => ledger.intend({ target: settings.url, operation: `provision:${kind}`, mark: kind });
    const first = intend();
    const made: unknown = await create(kind, hook, settings);
    const ids: string[] = [];
    for (const id of Array.isArray(made) ? made : [made]) {
      ids.push(vouchedId(kind, id, settings));
      ledger.created(ids.length === 1 ? first : intend(), { hook: kind, id });
    }
    if (ids.length === 0) ledger.refused(first);
    fixtures[kind] = [...(fixtures[kind] ?? []), ...ids];
  }
  return { ...settings, fixtures };
}

/** @throws ProvisionFailed if it is not an id, or one that may not be stored */
function vouchedId(kind: string, id: unknown, settings: Settings): string {
  if (typeof id !== "string" || id === "")
    throw new ProvisionFailed(`provision.${kind}.create must give an id, or a list of ids.`);
  if (redactorOf(settings).text(id) === id) return id;
  throw new ProvisionFailed(
    `provision.${kind}.create gave an id that holds the key or another secret, which no file may hold: what it made is yours to remove.`,
  );
}

/** @throws ProvisionFailed that names the hook */
async function create(kind: string, hook: ProvisionHook, settings: Settings): Promise<unknown> {
  try {
    return await hook.create(provisionTarget(settings));
  } catch (error) {
    throw new ProvisionFailed(`provision.${kind}.create failed: ${hookError(error, settings)}`);
  }
}

/** A hook's error message without secrets: it may contain what the hook sent. */
export function hookError(error: unknown, settings: Settings): string {
  return redactorOf(settings).text(error instanceof Error ? error.message : String(error));
}
