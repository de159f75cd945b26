/** Schemathesis: properties and sequences drawn from the document. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const EXAMPLES = 10;

/** How often a path uses a known id; unknown ids are tried too. */
const KNOWN = 0.7;

const OPTIONS = [
  "--checks",
  "all",
  "--max-examples",
  EXAMPLES,
  "--seed",
  1,
  "--no-shrink",
  "--continue-on-failure",
];

/** Key and known ids, in the language of its configuration. */
function configuration(ids, key) {
  const text = JSON.stringify;
  const known = [...ids].filter(([, values]) => values.size > 0);
  return [
    ...["ApiKey", "ApiKeyV2"].flatMap((scheme) => [`[auth.openapi.${scheme}]`, `api_key = ${text(key)}`]),
    "[dictionaries]",
    ...known.map(([name, values]) => `${name} = { values = ${text([...values])} }`),
    "[parameters]",
    ...known.map(([name]) => `"path.${name}" = { dictionary = "${name}", probability = ${KNOWN} }`),
  ].join("\n");
}

export const schemathesis = {
  name: "Schemathesis, all checks",
  settings: `\`${OPTIONS.join(" ")}\`, all phases; known ids as examples and, for ${KNOWN * 100} % of the draws, from a dictionary`,
  async start({ occasion, url, known, key, limit }) {
    const { folder, attempt } = occasion;
    await occasion.python(dirname(fileURLToPath(import.meta.url)));
    writeFileSync(join(folder, "schemathesis.json"), JSON.stringify(known.document));
    writeFileSync(join(folder, "schemathesis.toml"), configuration(known.ids, key));
    const report = join(folder, "schemathesis-report.json");
    const args = ["run", "schemathesis.json", "--url", url, ...OPTIONS.map(String), "--no-color"];
    return async () => {
      rmSync(report, { force: true });
      await attempt(join(folder, "venv/bin/schemathesis"), [...args, "--report-json-path", report], limit);
      const { failures } = JSON.parse(readFileSync(report, "utf8"));
      return failures.flatMap(({ type, operations }) =>
        operations.map((operation) => ({ operation, check: type })),
      );
    };
  },
};
