import { type Command, Option } from "commander";
import { EFFORTS } from "../../target/settings/settings.js";
import {
  collectGlob,
  collectText,
  generationList,
  LONGEST_MS,
  month,
  repeatable,
  wholeNumber,
} from "./options.js";

/** Adds the options about the configuration file. */
export function addConfigOptions(command: Command): Command {
  return command
    .option("--config <file>", "configuration file (default plimsoll.config.* of this folder)")
    .option("--no-config", "read no configuration file");
}

/** Adds the options about how the target is reached. */
export function addReachOptions(command: Command): Command {
  return command
    .option("--key-env <name>", "environment variable with the API key (default PLIMSOLL_API_KEY)")
    .option("--ca <file>", "PEM file of an extra certificate authority to trust")
    .option("--seller-id <id>", "value of the SELLER-ID header")
    .option("--timeout <ms>", "time for one request (default 10000)", wholeNumber(1, LONGEST_MS));
}

/** Adds a target argument, and the options about it and the run. */
export function addTargetOptions(command: Command): Command {
  command.argument("[url]", "address of the target, without /v1 or /v2 (or PLIMSOLL_URL)");
  return addRunOptions(command, "folder for the reports (default plimsoll-report)");
}

/**
 * Adds the options about a run. None has a default here: what is not given comes from the configuration file, then from
 * the defaults.
 * @param out what --out is for
 */
export function addRunOptions(command: Command, out: string): Command {
  addReachOptions(addConfigOptions(command));
  return command
    .option("--out <dir>", out)
    .addOption(new Option("--effort <effort>", "how much to ask (default standard)").choices(EFFORTS))
    .option("--seed <n>", "seed of everything random (default 1)", wholeNumber(0, 0x7fffffff))
    .option("--generation <list>", "generations to judge (default v1,v2)", generationList)
    .option("--edition <month>", "judge only what existed in that month, YYYY-MM", month)
    .addOption(repeatable("--only <glob>", "judge only rules that match", collectGlob, "all"))
    .addOption(repeatable("--skip <glob>", "leave out rules that match", collectGlob))
    .addOption(new Option("--writes <writes>", "what may be changed").choices(["none", "own", "fixtures"]))
    .addOption(repeatable("--fixture <kind=ids>", "ids that may be changed; all for everything", collectText))
    .option("--bodies <file>", "bodies for operations whose body is not documented")
    .option("--waivers <file>", "known breaches, as plimsoll waive writes them")
    .option("--strict", "a broken recommended rule fails too")
    .option("--complete", "a required rule that could not be judged fails too")
    .option("--rps <n>", "maximum requests per second", wholeNumber(1))
    .option("--concurrency <n>", "maximum requests in flight (default 8)", wholeNumber(1, 1000))
    .option("--budget <requests>", "maximum requests of the run", wholeNumber(1))
    .addOption(repeatable("--header <line>", '"Name: value" for every request', collectText))
    .option("--request-id-header <name>", "name of the header with the request id")
    .option("--service-name <name>", "value of error_source for the service itself")
    .option("--receiver <url>", "public address of the receiver for events; webhooks are registered below it")
    .option("--receiver-port <n>", "port that the receiver listens on", wholeNumber(0, 65_535))
    .option("--report-trigger <path>", "path of the target that completes a report")
    .option("--json", "print JSON instead of text");
}
