import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Holds what the tests write; it goes when all of them have ended. */
    readonly testFolder: string;
  }
}

/** Makes the folder in which the tests make theirs, and removes it at their end. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "plimsoll-tests-"));
  project.provide("testFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
