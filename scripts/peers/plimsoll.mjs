/** Plimsoll itself, given only the address and the key: it finds ids by itself. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

export function plimsoll(effort) {
  return {
    name: `Plimsoll, ${effort}`,
    settings: `\`plimsoll run URL --effort ${effort} --writes fixtures\`; found is a rule that violates or warns`,
    async start({ occasion, command, url, limit }) {
      const args = [command, "run", url, "--effort", effort, "--writes", "fixtures", "--no-config"];
      const out = join(occasion.folder, `run-${effort}`);
      return async () => {
        rmSync(out, { recursive: true, force: true });
        await occasion.attempt(process.execPath, [...args, "--out", out], limit);
        const { rules } = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
        return rules
          .filter(({ verdict }) => verdict === "violates" || verdict === "warns")
          .map(({ id }) => ({ operation: "", check: id }));
      };
    },
  };
}
