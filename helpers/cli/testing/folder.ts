import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Holds what the tests write; removed after all of them. */
    readonly testFolder: string;
  }
}

/** Makes the folder for the tests' own folders, and removes it at the end. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "plimsoll-tests-"));
  project.provide("testFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
