import { ALLURE_FOLDER } from "../../engine/vitest/allure-files.js";
import { UsageError } from "../mistakes/errors.js";
import { fileOf, fileTrouble } from "../mistakes/system-errors.js";

/** What the reports say where the Allure results failed, which nothing else depends on. */
export function allureNotice(error: unknown): string {
  const why =
    error instanceof UsageError
      ? error.message
      : `${fileOf(error) ?? ALLURE_FOLDER}: ${fileTrouble(error) ?? String(error)}.`;
  return `The Allure results could not be written: ${why}`;
}
