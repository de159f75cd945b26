/**
 * Measures `plimsoll run` on the embedded reference service as a whole process, and its floor in the same session: an
 * empty vitest run plus a bare replay of the same requests. Prints medians and their ratio. `node scripts/bench.mjs
 * [rounds] [--write]`; --write puts the figures into the README.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const cli = join(here, "../dist/helpers/cli/main.js");
const rounds = Number(process.argv[2] ?? 5);
const readme = join(here, "../README.md");
const out = mkdtempSync(join(tmpdir(), "plimsoll-bench-"));
const KEY = "bench-key";
const CONCURRENCY = "8";
/** How many milliseconds a slow target takes to answer. */
const LATENCY = 200;

/** Wall time of a whole process, in seconds. */
function time(...args) {
  const from = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, PLIMSOLL_API_KEY: KEY },
  });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
  return (performance.now() - from) / 1000;
}

/**
 * Peak resident memory of one run in megabytes: of its largest process, and of all processes, with shared pages counted
 * for each. Judges the embedded reference service unless `target` names another one.
 */
async function peakMemory(...target) {
  const run = spawn(process.execPath, [cli, "run", ...target, "--out", out], {
    stdio: "ignore",
    env: { ...process.env, PLIMSOLL_API_KEY: KEY },
  });
  const peak = { largest: 0, together: 0 };
  const timer = setInterval(() => {
    const sizes = sizesBelow(run.pid);
    peak.largest = Math.max(peak.largest, ...sizes);
    peak.together = Math.max(
      peak.together,
      sizes.reduce((sum, size) => sum + size, 0),
    );
  }, 50);
  await once(run, "exit");
  clearInterval(timer);
  return { largest: Math.round(peak.largest / 1024), together: Math.round(peak.together / 1024) };
}

/** Resident kilobytes of a process and of its child processes. */
function sizesBelow(pid) {
  const rows = execFileSync("ps", ["-eo", "pid=,ppid=,rss="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const own = rows.filter(([id, parent]) => id === pid || parent === pid);
  return own.map(([, , size]) => size);
}

async function withService(use, ...options) {
  const service = spawn(process.execPath, [cli, "serve", "--port", "0", ...options], {
    env: { ...process.env, PLIMSOLL_API_KEY: KEY },
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    const url = await new Promise((resolve) =>
      service.stdout.once("data", (text) => resolve(String(text).trim())),
    );
    return await use(url);
  } finally {
    service.kill();
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const show = (name, values) =>
  `${name.padEnd(28)} ${median(values).toFixed(2)} s  (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`;

const runs = [];
const empties = [];
const replays = [];
time(cli, "run", "--out", out);
for (let round = 0; round < rounds; round++) {
  runs.push(time(cli, "run", "--out", out));
  empties.push(time(join(here, "bench/empty-vitest.mjs")));
  replays.push(
    await withService((url) =>
      time(join(here, "bench/replay.mjs"), join(out, "journal.ndjson"), url, KEY, CONCURRENCY),
    ),
  );
}
const { run } = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
const ratio = median(runs) / (median(empties) + median(replays));
const memory = await peakMemory();
const memoryOnLarge = await withService((url) => peakMemory(url), "--data", "large");
const slow = await withService(
  (url) => {
    time(cli, "run", url, "--writes", "fixtures", "--no-config", "--out", out);
    const { run: made } = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
    return made.seconds / ((made.requests * LATENCY) / 1000 / Number(CONCURRENCY));
  },
  "--latency",
  String(LATENCY),
);
const megabytes = ({ largest, together }) => `${largest} MB; both processes ${together} MB`;
const rows = [
  ["`plimsoll run` at `standard`, whole process, median", `${median(runs).toFixed(2)} s`],
  [
    "its floor: an empty vitest run plus a bare replay",
    `${(median(empties) + median(replays)).toFixed(2)} s`,
  ],
  ["ratio to the floor", ratio.toFixed(2)],
  ["requests", String(run.requests)],
  [`at ${LATENCY} ms an answer: time to requests × ${LATENCY} ms / ${CONCURRENCY}`, slow.toFixed(2)],
  ["peak memory of the largest process", megabytes(memory)],
  ["the same against 100,000 shipments", megabytes(memoryOnLarge)],
];
process.stdout.write(
  [
    show("plimsoll run, standard", runs),
    show("floor: empty vitest run", empties),
    show("floor: bare replay", replays),
    ...rows.slice(2).map(([name, value]) => `${name.padEnd(38)} ${value}`),
    "",
  ].join("\n"),
);
if (process.argv.includes("--write")) {
  const table = [
    "| figure | value |",
    "| --- | --- |",
    ...rows.map(([name, value]) => `| ${name} | ${value} |`),
  ];
  const marked = /(<!-- bench -->\n)[\s\S]*?(<!-- \/bench -->)/;
  writeFileSync(readme, readFileSync(readme, "utf8").replace(marked, `$1${table.join("\n")}\n$2`));
}
rmSync(out, { recursive: true, force: true });
