import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** A module as a README names it: in backticks, perhaps with folders before it. */
const NAMED = /`([\w./-]+\.(?:ts|mjs))`/g;
/** Folders with a file for each subject, named after it: a list of them would say nothing more. */
const BY_SUBJECT =
  /^suites\/|^helpers\/(oracles\/exchange|reference\/faults|reference\/service\/(handlers|requests|seed|views))$/;

/** A constant as a README names it, in backticks. */
const CONSTANT = /`([A-Z]+(?:_[A-Z]+)+)`/g;

const files = ["helpers", "reports", "suites", "scripts"]
  .flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" }).map((file) => `${room}/${file}`),
  )
  .filter((file) => /\.(ts|mjs)$/.test(file) && !/\/(node_modules|uses)\//.test(file));
const modules = files.filter((file) => !/\/generated\/|\.test\.ts$/.test(file));
const folders = [...new Set(modules.map((file) => dirname(file)))].sort();

const code = modules.map((file) => readFileSync(join(ROOT, file), "utf8")).join("\n");

const named = (text: string) => [...text.matchAll(NAMED)].map(([, name = ""]) => name);

/** From the folder, from the root, or by the end of its path. */
function isThere(folder: string, name: string): boolean {
  return (
    existsSync(join(ROOT, normalize(`${folder}/${name}`))) ||
    files.some((file) => `/${file}`.endsWith(`/${name}`))
  );
}

const readme = (folder: string) => readFileSync(join(ROOT, folder, "README.md"), "utf8");

it.each(folders.filter((folder) => !BY_SUBJECT.test(folder)))(
  "the README of %s names each module",
  (folder) => {
    const own = modules.filter((file) => dirname(file) === folder).map((file) => basename(file));
    const listed = new Set(named(readme(folder)));
    expect(own.filter((file) => !listed.has(file))).toEqual([]);
  },
);

describe.each(folders)("the README of %s", (folder) => {
  it("has no module in two rows of its table", () => {
    const cells = readme(folder)
      .split("\n")
      .flatMap((line) => /^\| (.*?) \|/.exec(line)?.[1] ?? []);
    const all = cells.flatMap(named);
    expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
  });

  it("names only modules that exist", () => {
    expect(named(readme(folder)).filter((name) => !isThere(folder, name))).toEqual([]);
  });

  it("names only constants that exist", () => {
    const constants = [...readme(folder).matchAll(CONSTANT)].map(([, name = ""]) => name);
    expect(constants.filter((name) => !code.includes(name))).toEqual([]);
  });
});
