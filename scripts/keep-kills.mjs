/**
 * Writes the totals of the last whole proof into the README. `npm run prove` runs it after a proof of all behaviour
 * faults.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const matrix = JSON.parse(readFileSync(join(root, "reports/latest/kills.json"), "utf8"));

const must = matrix.kills.filter(({ level }) => level === "must");
const rows = [
  [
    "faults of `must` rules found through their own rule",
    `${must.filter(({ killed }) => killed).length} of ${must.length}`,
  ],
  ["all behaviour faults found through their own rule", `${matrix.killed} of ${matrix.faults}`],
  [
    "found by effort",
    ["quick", "standard", "thorough"]
      .filter((effort) => matrix.killedAt[effort] !== undefined)
      .map((effort) => `${effort} ${matrix.killedAt[effort]}`)
      .join(", "),
  ],
  ["rules violated per fault of a `must` rule, mean", String(matrix.blame)],
  ["faults that more than two rules blame", String(matrix.wide.length)],
  ["time", `${matrix.seconds} s`],
];
const table = [
  "| figure | value |",
  "| --- | --- |",
  ...rows.map(([name, value]) => `| ${name} | ${value} |`),
].join("\n");
const readme = join(root, "README.md");
const text = readFileSync(readme, "utf8");
const marked = /(<!-- kills -->\n)[\s\S]*?(<!-- \/kills -->)/;
writeFileSync(readme, text.replace(marked, `$1${table}\n$2`));
