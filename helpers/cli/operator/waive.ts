import { existsSync, writeFileSync } from "node:fs";
import { stringify } from "yaml";
import type { FindingResult, RuleResult } from "../../../reports/results.js";
import { oneLine } from "../../../reports/text.js";
import type { Waiver } from "../../../reports/waivers.js";
import { brokenRules } from "../../../reports/wording.js";
import { UsageError } from "../mistakes/errors.js";
import { resultIn } from "../run/result-file.js";
import { checked } from "../settings/config.js";
import { DAY_MS, dayOf } from "../settings/options.js";

export interface WaiveOptions {
  readonly reason?: string;
  readonly expires?: string;
  readonly out?: string;
  readonly force?: boolean;
}

const DAYS = 90;

/**
 * `plimsoll waive compliance.json`: the breaches of a run as a list of waivers, for the configuration or for --waivers.
 * @throws UsageError if the file is not a compliance.json, holds no breach, or would overwrite another file
 */
export function waive(file: string, { reason, expires, out, force }: WaiveOptions): void {
  const broken = brokenRules(resultIn(file));
  if (broken.length === 0) throw new UsageError(`${file} shows no breach, so there is nothing to waive.`);
  const day = expires ?? dayOf(Date.now() + DAYS * DAY_MS);
  if (day < dayOf(Date.now())) throw new UsageError(`--expires ${day} is past, so nothing would be waived.`);
  const waivers = broken.flatMap((rule) => waiversOf(rule, day, reason));
  checked({ waivers }, "the waivers");
  const text = `# Known breaches of ${oneLine(file)}: say why each is accepted, and until when.\n${stringify({ waivers })}`;
  if (out === undefined) process.stdout.write(text);
  else if (existsSync(out) && !force) throw new UsageError(`${out} is already there; --force overwrites it.`);
  else writeFileSync(out, text);
}

/** One waiver for each operation that breaks the rule, if all of them are known. */
function waiversOf(
  { id, findings, unlisted }: RuleResult,
  expires: string,
  reason: string | undefined,
): Waiver[] {
  const operations = [...new Set(findings.map(({ operation }) => operation))];
  const known = unlisted === 0 && !operations.includes(null);
  return (known ? operations : [null]).map((operation) => {
    const first = findings.find((one) => operation === null || one.operation === operation);
    return {
      rule: id,
      ...(operation === null ? {} : { operation }),
      reason: reason ?? `To be explained. ${seen(first)}`,
      expires,
    };
  });
}

function seen(finding: FindingResult | undefined): string {
  return finding === undefined ? "" : oneLine(`${finding.request} gave ${finding.received}`, 160);
}
