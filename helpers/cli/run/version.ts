import { readFileSync } from "node:fs";

/** Version of this program. */
export function version(): string {
  const file = new URL("../../../../package.json", import.meta.url);
  return String(JSON.parse(readFileSync(file, "utf8")).version);
}
