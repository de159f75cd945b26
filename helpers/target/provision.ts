import type { Ledger } from "./ledger.js";
import { redactorOf } from "./redact.js";
import type { Settings } from "./settings.js";

/** What a provision hook needs to speak to the target. It holds the key: nothing of it may be kept. */
export interface ProvisionTarget {
  readonly url: string;
  readonly apiKey: string | null;
  readonly extraHeaders: Readonly<Record<string, string>>;
}

/** Makes a resource of a kind and state before the checks, and removes it after them. */
export interface ProvisionHook {
  /** Gives the id of what it made, or several. */
  readonly create: (
    target: ProvisionTarget,
  ) => string | readonly string[] | Promise<string | readonly string[]>;
  readonly remove: (id: string, target: ProvisionTarget) => void | Promise<void>;
}

/** Hooks by the kind of fixture that they make: "purchase_order:receiving". */
export type Provision = Readonly<Record<string, ProvisionHook>>;

/** A hook of the configuration that failed. */
export class ProvisionFailed extends Error {
  override readonly name = "ProvisionFailed";
}

/** The part of the settings that hooks may see. */
export function provisionTarget({ url, apiKey, extraHeaders }: Settings): ProvisionTarget {
  return { url, apiKey, extraHeaders };
}

/**
 * Runs the hooks one after another and gives the settings with what they made as fixtures. The ledger knows of
 * each before it runs.
 *
 * @throws ProvisionFailed when a hook throws or gives no id; what the hooks before it made is in the ledger
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

/** @throws ProvisionFailed where it is none, or none that may be kept */
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

/** What a hook says about its failure, which may be what it sent: without secrets. */
export function hookError(error: unknown, settings: Settings): string {
  return redactorOf(settings).text(error instanceof Error ? error.message : String(error));
}
