/** Prints a result as annotations of a GitHub job: `node scripts/annotate.mjs compliance.json`. Needs `npm run build`. */
import { readFileSync } from "node:fs";
import { annotations } from "../dist/reports/annotations.js";

process.stdout.write(annotations(JSON.parse(readFileSync(process.argv[2], "utf8"))));
