/** Dredd: sends a request for each operation and compares the answer with that of the conforming service. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { narrowed } from "./document.mjs";

/** Dredd checks only the outline of a schema, so it gets the answer of the conforming service as an example instead. */
function example({ seen: { type, text } }) {
  const description = "As the conforming service answers.";
  if (type === null) return { description };
  return { description, content: { [type]: type.includes("json") ? { example: JSON.parse(text) } : {} } };
}

/** Dredd fills in the first value of any parameter, but the known answer is the one without parameters. */
const withoutQuery = (known) => ({
  ...known,
  operations: known.operations.map((operation) => ({
    ...operation,
    entry: {
      ...operation.entry,
      parameters: operation.entry.parameters.filter((each) => each.in !== "query"),
    },
  })),
});

export const dredd = {
  name: "Dredd",
  settings:
    "the document in OpenAPI 3.0, since it does not know 3.1; each operation without query, with the answer of the conforming service as its one example, since it checks only the outline of a schema",
  async start({ occasion, url, known30, key, limit }) {
    const file = (name) => join(occasion.folder, name);
    writeFileSync(file("dredd.json"), JSON.stringify(narrowed(withoutQuery(known30), example)));
    const options = ["--header", `API-Key: ${key}`, "--reporter", "xunit", "--output", "dredd.xml"];
    return async () => {
      rmSync(file("dredd.xml"), { force: true });
      await occasion.attempt(occasion.bin("dredd"), ["dredd.json", url, ...options], limit);
      return failures(readFileSync(file("dredd.xml"), "utf8"));
    };
  },
};

/** A failure names the wrong parts of the answer, one per line, until the request is shown. */
const failures = (xml) =>
  [...xml.matchAll(/<testcase name="([^"]*)"[^>]*><failure><!\[CDATA\[Message:\n([\s\S]*?)\n\n/g)].flatMap(
    ([, operation, lines]) =>
      [...lines.matchAll(/^(\w+): /gm)].map(([, part]) => ({ operation, check: part })),
  );
