import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../../contract/code-of.js";
import { compiledSchema } from "../../contract/compile.js";
import type { OperationId } from "../../contract/generated/types.js";
import { parsedJson } from "../../contract/json.js";
import { findOperation } from "../../contract/operations.js";
import { urlOf } from "../../contract/url.js";
import type { Raw } from "../../wire/raw.js";
import { wroteUnlessFull } from "../recordings/disk.js";

/** Name of the ledger below `outDir`. */
export const LEDGER_FILE = "ledger.ndjson";

/** Prefix for the effect of a request that should have been refused; its method and path follow. */
export const UNREFUSED = "not refused: ";

/** How a created resource is removed: a call of this operation with these path parameters. */
export interface Removal {
  readonly operation: OperationId;
  readonly path: Readonly<Record<string, string>>;
}

/** A resource that a provision hook of the configuration made, and its `remove` removes. */
export interface Provisioned {
  /** Kind of fixture under which the configuration has the hook. */
  readonly hook: string;
  readonly id: string;
}

/**
 * How to restore a changed resource: this operation with one body after the other, until a reading shows each member of
 * `former` as it was.
 */
export interface Restoration extends Removal {
  readonly bodies: readonly unknown[];
  /** The operation that reads the resource, with the same path parameters. */
  readonly reading: OperationId;
  readonly former: Raw;
}

/** How to undo something. */
type Undoing = Removal | Provisioned | Restoration;

/** Something that the run created and has not yet removed. */
export interface Debt {
  readonly entry: string;
  readonly removal: Removal;
}

/** Something that is about to be created or changed. */
export interface Intended {
  /** Base address of the target. */
  readonly target: string;
  /** The operation that creates it, the provision hook with its kind, or a request that should have been refused. */
  readonly operation: OperationId | `provision:${string}` | `${typeof UNREFUSED}${string}`;
  /** Text by which the resource can be found in a list, such as a webhook's url; the id of a changed resource. */
  readonly mark: string;
}

/** A resource that a run created or changed, or may have, without removing or restoring it. */
export interface Pending extends Intended {
  readonly entry: string;
  /** Name of the run. */
  readonly run: string;
  /** When it was about to be created, ISO 8601. */
  readonly at: string;
  /** Null if the run ended before the answer: then it is searched for by its mark. */
  readonly removal: Undoing | null;
  /** True if the target said that it created it but gave no id. */
  readonly accepted: boolean;
}

/** What every step says: which entry it is about, and when it was taken. */
interface Dated {
  readonly entry: string;
  readonly at: string;
}

/** The first step of an entry. */
interface Opening extends Intended, Dated {
  readonly run: string;
}

type Step =
  | (Opening & { readonly step: "intent" })
  | (Opening & { readonly step: "change"; readonly removal: Undoing })
  | (Dated & { readonly step: "created"; readonly removal: Undoing })
  | (Dated & { readonly step: "accepted" | "removed" | "refused" | "forgotten" });

/**
 * What a run creates, one JSON text a line, on disk before the request is sent, so that it survives the end of the
 * process. Lines are only appended, also to an earlier run's ledger that still has debts.
 */
export class Ledger {
  readonly #file: string | null;

  /**
   * @param outDir null: nothing is created or kept, as when a recording is played
   * @param run name of the run that creates
   */
  constructor(
    outDir: string | null,
    private readonly run: string,
  ) {
    this.#file = outDir === null ? null : join(outDir, LEDGER_FILE);
    if (outDir === null || this.#file === null) return;
    mkdirSync(outDir, { recursive: true });
    if (!existsSync(this.#file)) return;
    const earlier = readFileSync(this.#file, "utf8");
    // Start empty if an earlier run left no debts, so that later runs need not read its lines.
    if (pending(earlier).length === 0 && unreadableLines(earlier).length === 0) truncateSync(this.#file);
    // A line that a kill cut off must not swallow the next one; its request was never sent.
    else truncateSync(this.#file, Buffer.byteLength(finished(earlier)));
  }

  /** Call before the creating request is sent. Returns the name of the entry. */
  intend(intent: Intended): string {
    const entry = randomUUID();
    const { target, operation, mark } = intent;
    this.#append({ step: "intent", entry, run: this.run, at: now(), target, operation, mark });
    return entry;
  }

  /** Call before the first request that changes an existing resource. Returns the name of the entry. */
  changing({ target, operation, mark }: Intended, removal: Removal | Restoration): string {
    const entry = randomUUID();
    this.#append({ step: "change", entry, run: this.run, at: now(), target, operation, mark, removal });
    return entry;
  }

  /** The resource exists; this is how to remove it. */
  created(entry: string, removal: Undoing): void {
    this.#note({ step: "created", entry, at: now(), removal });
  }

  /** The target said that it created the resource, but gave no id. */
  accepted(entry: string): void {
    this.#note({ step: "accepted", entry, at: now() });
  }

  /** The target plainly refused: there is nothing to remove. */
  refused(entry: string): void {
    this.#note({ step: "refused", entry, at: now() });
  }

  /** The resource is gone, or restored. */
  removed(entry: string): void {
    this.#note({ step: "removed", entry, at: now() });
  }

  /** It is left to the user to undo this. */
  forgotten(entry: string): void {
    this.#note({ step: "forgotten", entry, at: now() });
  }

  /** Records a step for an entry. On a full disk it is not recorded, but removal goes on. */
  #note(step: Step): void {
    wroteUnlessFull(() => this.#append(step));
  }

  #append(step: Step): void {
    if (this.#file === null) return;
    // Synchronous, so that the line is on disk whatever happens to this process next.
    appendFileSync(this.#file, `${JSON.stringify(step)}\n`);
  }
}

/** What a ledger leaves to remove, latest first, so that what others depend on goes last. */
export function pending(ledgerText: string): Pending[] {
  const open = new Map<string, Pending>();
  for (const line of linesOf(ledgerText)) {
    const step = readStep(line);
    if (step === null) continue;
    const after = afterStep(open.get(step.entry), step);
    if (after === null) open.delete(step.entry);
    else open.set(step.entry, after);
  }
  return [...open.values()].reverse();
}

/** What is pending for an entry after a step; null for nothing. */
function afterStep(before: Pending | undefined, step: Step): Pending | null {
  if (step.step === "intent" || step.step === "change") {
    const { entry, run, at, target, operation, mark } = step;
    const removal = step.step === "change" ? step.removal : null;
    return { entry, run, at, target, operation, mark, removal, accepted: false };
  }
  if (before === undefined) return null;
  if (step.step === "created") return { ...before, removal: step.removal };
  return step.step === "accepted" ? { ...before, accepted: true } : null;
}

/** What the ledger of that folder leaves to remove; nothing if there is no ledger. */
export function debtsIn(outDir: string): Pending[] {
  return pending(textIn(outDir));
}

/** Numbers, from 1, of unreadable lines in that folder's ledger: their resources may be left behind. */
export function damagedLinesIn(outDir: string): readonly number[] {
  return unreadableLines(textIn(outDir));
}

function textIn(outDir: string): string {
  try {
    return readFileSync(join(outDir, LEDGER_FILE), "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return "";
    throw error;
  }
}

function unreadableLines(ledgerText: string): readonly number[] {
  return linesOf(ledgerText).flatMap((line, at) => (line === "" || readStep(line) !== null ? [] : [at + 1]));
}

/** Without an incomplete last line. */
function finished(ledgerText: string): string {
  return ledgerText.slice(0, ledgerText.lastIndexOf("\n") + 1);
}

function linesOf(ledgerText: string): readonly string[] {
  return finished(ledgerText).split("\n");
}

/** Null if it is not a step. */
function readStep(line: string): Step | null {
  const step = parsedJson(line);
  return isStep(step) && isOfContract(step) ? step : null;
}

function isStep(value: unknown): value is Step {
  return compiledSchema("results/ledger-step")(value) === true;
}

/** Whether a step names an address, and existing operations with all path parameters. */
function isOfContract(step: Step): boolean {
  if ("target" in step && urlOf(step.target) === null) return false;
  if (!("removal" in step) || "hook" in step.removal) return true;
  const { operation, path } = step.removal;
  const called = "reading" in step.removal ? [operation, step.removal.reading] : [operation];
  return called.every(
    (id) => findOperation(id)?.pathParams.every((name) => (path[name] ?? "") !== "") === true,
  );
}

function now(): string {
  return new Date().toISOString();
}
