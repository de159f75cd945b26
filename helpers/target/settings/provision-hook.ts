/** What a provision hook needs to call the target. It contains the key: never store any of it. */
export interface ProvisionTarget {
  readonly url: string;
  readonly apiKey: string | null;
  readonly extraHeaders: Readonly<Record<string, string>>;
}

/** Creates a resource of a kind and state before the checks, and removes it afterwards. */
export interface ProvisionHook {
  /** Returns the id of what it created, or several. */
  readonly create: (
    target: ProvisionTarget,
  ) => string | readonly string[] | Promise<string | readonly string[]>;
  readonly remove: (id: string, target: ProvisionTarget) => void | Promise<void>;
}

/** Hooks by the kind of fixture that they create: "purchase_order:receiving". */
export type Provision = Readonly<Record<string, ProvisionHook>>;
