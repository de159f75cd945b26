/**
 * Generates the docs of commands and levers from the program's own help, and checks that the program would accept every
 * command line shown in a document. Run by scripts/build.mjs; `node scripts/docs.mjs --check` writes nothing and fails
 * if a page is out of date.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { program } from "../dist/helpers/cli/program.js";
import { ADMIN, LEVERS } from "../dist/helpers/reference/mock/admin.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const docs = join(root, "docs");
const WIDTH = 110;

const plimsoll = program();
const commands = plimsoll.commands.toSorted((a, b) => a.name().localeCompare(b.name()));

/** One page for each command, and an index page. */
function commandPages() {
  const pages = commands.map((command) => {
    command.configureOutput({ getOutHelpWidth: () => WIDTH, getOutHasColors: () => false });
    const text = `# plimsoll ${command.name()}\n\n\`\`\`\n${command.helpInformation().trimEnd()}\n\`\`\`\n`;
    return [join(docs, "commands", `${command.name()}.md`), text];
  });
  const rows = commands.map((command) => {
    const name = command.name();
    return `- [plimsoll ${name}](${name}.md): ${command.description()}`;
  });
  const list = `# Commands\n\nMade from the help of each command by \`scripts/docs.mjs\`.\n\n${rows.join("\n")}\n`;
  return [...pages, [join(docs, "commands", "README.md"), list]];
}

/** The page of the mock with its present levers. */
function mockPage() {
  const file = join(docs, "mock.md");
  const rows = LEVERS.map(([method, path, what]) => `| \`${method} ${ADMIN}${path}\` | ${what} |`);
  const table = ["| lever | what it does |", "| --- | --- |", ...rows].join("\n");
  const text = readFileSync(file, "utf8");
  const between = /(<!-- levers -->\n)[\s\S]*?(<!-- \/levers -->)/;
  return [file, text.replace(between, (_, open, close) => `${open}${table}\n${close}`)];
}

/** Command lines of plimsoll in the code blocks of a text: the words after the name. */
function commandLines(text) {
  const blocks = [...text.matchAll(/^ *```\w*\n([\s\S]*?)^ *```/gm)].map(([, block]) => block ?? "");
  return blocks
    .flatMap((block) => block.replaceAll("\\\n", " ").split("\n"))
    .flatMap((line) => [...line.matchAll(/(?:^|[\s"])plimsoll ([a-z][a-z-]*(?: [^#&|>"`]*)?)/g)])
    .map(([, words]) => words.trim().split(/\s+/));
}

/** Why the program would reject a line; null if it would not. */
function whyNot([name, ...words]) {
  const command = commands.find((each) => each.name() === name);
  if (command === undefined) return `there is no command ${name}`;
  const known = command.options.flatMap(({ long, short }) => [long, short]);
  const unknown = words.find((word) => /^--?[a-z]/.test(word) && !known.includes(word.split("=")[0]));
  return unknown === undefined || unknown === "--help" ? null : `${name} has no ${unknown}`;
}

function wrongLines() {
  const pages = readdirSync(docs).filter((file) => file.endsWith(".md"));
  const files = [...pages.map((file) => join(docs, file)), join(root, "README.md")];
  return files.flatMap((file) =>
    commandLines(readFileSync(file, "utf8")).flatMap((words) => {
      const why = whyNot(words);
      return why === null ? [] : [`${relative(root, file)}: plimsoll ${words.join(" ")}: ${why}`];
    }),
  );
}

const pages = [...commandPages(), mockPage()];
const kept = new Set(pages.map(([file]) => basename(file)));
const folder = join(docs, "commands");
const left = existsSync(folder) ? readdirSync(folder).filter((file) => !kept.has(file)) : [];
const stale = pages.filter(([file, text]) => !existsSync(file) || readFileSync(file, "utf8") !== text);
const wrong = wrongLines();

if (process.argv.includes("--check")) {
  for (const file of [...stale.map(([file]) => relative(root, file)), ...left])
    wrong.push(`${file} is out of date`);
} else {
  mkdirSync(folder, { recursive: true });
  for (const file of left) rmSync(join(folder, file));
  for (const [file, text] of stale) writeFileSync(file, text);
}
for (const line of wrong) process.stderr.write(`docs: ${line}\n`);
if (process.argv.includes("--check") && wrong.length > 0) process.exitCode = 1;
