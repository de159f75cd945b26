import type { Command } from "commander";
import type { ExplainOptions } from "./contract/explain.js";
import type { CertifyOptions } from "./results/certify.js";
import type { CompareOptions } from "./results/compare.js";
import type { VerifyOptions } from "./results/verify.js";
import { withOwnTemporary } from "./run/temporary.js";
import { COMPARISON_FOLDER, day } from "./settings/options.js";
import { addRunOptions, addTargetOptions } from "./settings/target-options.js";

/** Declares the commands that use a result: certificate, comparison, explanation. */
export function addComparingCommands(plimsoll: Command): void {
  addCertify(plimsoll);
  addVerify(plimsoll);
  addExplain(plimsoll);
  addCompare(plimsoll);
}

function addCompare(plimsoll: Command): void {
  const command = plimsoll
    .command("compare")
    .description("what one result breaks that another did not, and how the two services differ")
    .argument(
      "<before>",
      "address of a service, folder of a run, its compliance.json, or a recording; addresses and recordings are judged " +
        "first. Alone: a folder of results, of which the last two are compared",
    )
    .argument("[after]", "the same, for the side to compare with")
    .option(
      "--key-env-after <name>",
      "variable with the API key of the second address (default as the first)",
    )
    .option("--history <dir>", "folder of results whose trend the page shows")
    .option("--markdown", "print Markdown, for a comment on a pull request");
  addRunOptions(
    command,
    `folder for the page and the reports of addresses (default ${COMPARISON_FOLDER})`,
  ).action(async (before: string, after: string | undefined, options: CompareOptions) => {
    const { compare } = await import("./results/compare.js");
    process.exitCode = await compare(before, after ?? null, options);
  });
}

function addExplain(plimsoll: Command): void {
  plimsoll
    .command("explain")
    .description("what a rule says, why it matters, how it is checked and what breaks it")
    .argument("<rule>", "id of the rule")
    .option("--json", "as JSON")
    .action(async (rule: string, options: ExplainOptions) => {
      const { explain } = await import("./contract/explain.js");
      await withOwnTemporary(() => explain(rule, options));
    });
}

function addCertify(plimsoll: Command): void {
  addTargetOptions(plimsoll.command("certify"))
    .description(
      "judge a target, or take the folder of a finished run, and write certificate.json, which others can verify",
    )
    .requiredOption("--product <name>", "name of what is certified")
    .requiredOption("--version <version>", "its version")
    .option("--expires <day>", "last day on which it holds, within a year (the default)", day)
    .option("--sign <file>", "private key in PEM; the certificate is signed with it (DSSE)")
    .action(async (target: string | undefined, options: CertifyOptions) => {
      const { certify } = await import("./results/certify.js");
      process.exitCode = await certify(target ?? null, options);
    });
}

function addVerify(plimsoll: Command): void {
  plimsoll
    .command("verify")
    .description("judge the recording of a certificate again, offline, and say whether the certificate holds")
    .argument("<file>", "the certificate.json")
    .option(
      "--recording <file>",
      "its recording (default the file that it names, beside it); for shards the folder with theirs",
    )
    .option("--key <file>", "public key in PEM that must have signed it")
    .option("--on <day>", "the day on which it has to hold (default today)", day)
    .action(async (file: string, options: VerifyOptions) => {
      const { verify } = await import("./results/verify.js");
      process.exitCode = await withOwnTemporary(() => verify(file, options));
    });
}
