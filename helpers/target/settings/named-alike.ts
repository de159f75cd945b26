import type { Configuration } from "../../contract/generated/types.js";
import type { Settings } from "./settings.js";

/** Keys of the configuration with the same name and form as a setting and as an option of the command line. */
export const NAMED_ALIKE = [
  "keyEnv",
  "edition",
  "requestIdHeader",
  "serviceName",
  "sellerId",
  "effort",
  "seed",
  "rps",
  "concurrency",
  "budget",
  "writes",
  "reportTrigger",
  "strict",
  "complete",
] as const satisfies readonly (keyof Configuration & keyof Settings)[];
