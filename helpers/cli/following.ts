import type { Command } from "commander";
import type { CertifyOptions } from "./certify.js";
import { day } from "./options.js";
import { addTargetOptions } from "./target-options.js";
import type { VerifyOptions } from "./verify.js";

/** Declares the commands that make something of a result: a certificate, a comparison, an explanation. */
export function addFollowing(plimsoll: Command): void {
  addCertify(plimsoll);
  addVerify(plimsoll);
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
      const { certify } = await import("./certify.js");
      process.exitCode = await certify(target ?? null, options);
    });
}

function addVerify(plimsoll: Command): void {
  plimsoll
    .command("verify")
    .description("judge the recording of a certificate again, offline, and say whether the certificate holds")
    .argument("<file>", "the certificate.json")
    .option("--recording <file>", "its recording (default the file that it names, beside it)")
    .option("--key <file>", "public key in PEM that must have signed it")
    .option("--on <day>", "the day on which it has to hold (default today)", day)
    .action(async (file: string, options: VerifyOptions) => {
      const { verify } = await import("./verify.js");
      process.exitCode = await verify(file, options);
    });
}
