import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { isObject } from "../../contract/json.js";
import { defaultSettings } from "../../target/settings/settings.js";
import type { Declared } from "./rule.js";
import { createRunner, MODULE_ENDING, ROOT } from "./start.js";

export interface DeclaredCheck extends Declared {
  /** Path below suites/, without its ending. */
  readonly file: string;
}

/** A target that is never called: the suites are loaded, but no check runs. */
const NOBODY = { ...defaultSettings("http://127.0.0.1:1"), effort: "thorough" } as const;

/** The file in which `scripts/build.mjs` stores the collected checks of the package, to save time. */
export const DECLARED_FILE = join(ROOT, "suites/declared.json");

/** All checks that the suites declare, by file: stored when the package was built, or collected in development. */
export async function declaredChecks(): Promise<readonly DeclaredCheck[]> {
  if (!existsSync(DECLARED_FILE)) return collectChecks();
  const stored: unknown = JSON.parse(readFileSync(DECLARED_FILE, "utf8"));
  if (Array.isArray(stored) && stored.every(isDeclared)) return stored;
  throw new Error("suites/declared.json holds no checks: run `node scripts/build.mjs`");
}

function isDeclared(value: unknown): value is DeclaredCheck {
  return isObject(value) && typeof value.file === "string" && typeof value.rule === "string";
}

/** Loads the suites without running a check. */
export async function collectChecks(): Promise<readonly DeclaredCheck[]> {
  const suites = join(ROOT, "suites");
  const vitest = await createRunner({
    root: ROOT,
    include: [`suites/*/*.suite${MODULE_ENDING}`],
    reporters: [],
    provide: { plimsoll: NOBODY },
    fileParallelism: false,
    server: { deps: { external: [/\.js$/] } },
  });
  const { testModules, unhandledErrors } = await vitest.collect();
  await vitest.close();
  process.exitCode = 0;
  const [error = testModules.flatMap((module) => module.errors())[0]] = unhandledErrors;
  if (error !== undefined) throw error;
  return testModules
    .flatMap((module) => {
      const file = relative(suites, module.moduleId).slice(0, -MODULE_ENDING.length);
      return [...module.children.allTests()].flatMap((test) => {
        const { declared } = test.meta();
        return declared === undefined ? [] : [{ ...declared, file }];
      });
    })
    .toSorted((one, other) => (one.file < other.file ? -1 : one.file > other.file ? 1 : 0));
}
