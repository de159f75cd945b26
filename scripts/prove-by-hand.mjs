/**
 * Tries faults the way a user would: `plimsoll serve --fault X` in one process, `plimsoll run URL --writes fixtures` in
 * another. Both must break the rules that `plimsoll prove` names. Prints a table; exit code 1 for a difference. Needs
 * `npm run build`. `node scripts/prove-by-hand.mjs [faults] [seed]`, or names of faults instead of a number.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { REPORT_TRIGGER } from "../dist/helpers/reference/mock/admin.js";

const cli = join(dirname(fileURLToPath(import.meta.url)), "../dist/helpers/cli/main.js");
const env = { ...process.env, PLIMSOLL_API_KEY: "by-hand-key", NO_COLOR: "1" };
const named = process.argv.slice(2).filter((word) => !/^\d+$/.test(word));
const [count = "20", seed = "1"] = process.argv.slice(2).filter((word) => /^\d+$/.test(word));
const folder = mkdtempSync(join(tmpdir(), "plimsoll-by-hand-"));
// The trigger is not in the contract: the embedded run knows it, a user has to be told.
writeFileSync(join(folder, "plimsoll.config.json"), JSON.stringify({ reportTrigger: REPORT_TRIGGER }));

function start(args, stdio) {
  return spawn(process.execPath, [cli, ...args], { env, cwd: folder, stdio });
}

async function end(child) {
  const [code] = child.exitCode === null ? await once(child, "close") : [child.exitCode];
  return code;
}

/** Rules with violations and with warnings, by fault. */
async function proved() {
  const chosen = named.length > 0 ? named.flatMap((id) => ["--fault", id]) : ["--sample", count];
  const args = ["prove", ...chosen, "--seed", seed, "--out", folder];
  if ((await end(start(args, ["ignore", "ignore", "inherit"]))) === 2)
    throw new Error("prove could not be made");
  const { kills } = JSON.parse(readFileSync(join(folder, "kills.json"), "utf8"));
  return kills;
}

async function byHand({ fault, rule }) {
  const certificate = join(folder, "ca.pem");
  const https = rule.startsWith("transport.");
  const serving = ["serve", "--port", "0", "--seed", seed, "--fault", fault];
  const service = start(https ? [...serving, "--https", "--cert-out", certificate] : serving, [
    "ignore",
    "pipe",
    "ignore",
  ]);
  try {
    const [text] = await once(service.stdout, "data");
    const url = String(text).trim();
    const out = join(folder, "out");
    const args = ["run", url, "--writes", "fixtures", "--seed", seed, "--out", out];
    if (https) args.push("--ca", certificate);
    // That rule is only about hosts that serve nothing but v2.
    if (rule === "transport.tls11-refused.v2") args.push("--generation", "v2");
    if ((await end(start(args, ["ignore", "ignore", "ignore"]))) === 2)
      throw new Error(`run ${url} could not be made`);
    const { rules } = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
    const ids = (verdict) => rules.filter((each) => each.verdict === verdict).map(({ id }) => id);
    return { violated: ids("violates"), warned: ids("warns") };
  } finally {
    service.kill();
    await end(service);
  }
}

const only = (some, others) => some.filter((id) => !others.includes(id));
const notes = (kill, hand) =>
  ["violated", "warned"].flatMap((verdict) => [
    ...only(kill[verdict], hand[verdict]).map((id) => `${id} ${verdict} in prove alone`),
    ...only(hand[verdict], kill[verdict]).map((id) => `${id} ${verdict} by hand alone`),
  ]);

try {
  const kills = await proved();
  const width = Math.max(...kills.map(({ fault }) => fault.length));
  let different = 0;
  for (const kill of kills) {
    const hand = await byHand(kill);
    const differences = notes(kill, hand);
    different += differences.length > 0 ? 1 : 0;
    const rules = [...hand.violated, ...hand.warned].join(", ") || "nothing";
    process.stdout.write(
      `${kill.fault.padEnd(width)}  ${differences.length === 0 ? `same: ${rules}` : differences.join("; ")}\n`,
    );
  }
  process.stdout.write(`${kills.length} faults, ${different} of them found otherwise by hand\n`);
  process.exitCode = different > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
