import { unescapeStep } from "../../contract/json.js";

/** An unusable configuration; one line that names the key and the file, but never a value. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/** The path of a member: "receiver.port", "waivers[2].rule". */
export function below(at: string, key: string): string {
  const name = unescapeStep(key);
  if (/^\d+$/.test(name) && at !== "") return `${at}[${name}]`;
  return at === "" ? name : `${at}.${name}`;
}
