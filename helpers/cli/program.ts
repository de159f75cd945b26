import { Command, Option } from "commander";
import { jsonText } from "../../reports/text.js";
import { LEVEL_WORDS, VERDICT_WORDS } from "../../reports/wording.js";
import { EFFORTS, USUAL } from "../target/settings/settings.js";
import { addComparingCommands } from "./comparing-commands.js";
import type { OpenApiOptions } from "./contract/openapi.js";
import type { RuleFilters } from "./contract/rule-filters.js";
import type { JudgeCommandOptions } from "./judge/judge.js";
import { addOperatorCommands } from "./operator-commands.js";
import type { ProveOptions } from "./reference/prove.js";
import type { ServeOptions } from "./reference/serve.js";
import type { OpenOptions } from "./results/open.js";
import { withOwnTemporary } from "./run/temporary.js";
import { version } from "./run/version.js";
import {
  collectGlob,
  collectText,
  duration,
  generationList,
  inWords,
  LONGEST_MS,
  type RunCommandOptions,
  rate,
  repeatable,
  replayPath,
  shardOf,
  wholeNumber,
} from "./settings/options.js";
import { addTargetOptions } from "./settings/target-options.js";

/**
 * All commands of `plimsoll`. Each loads its code when it is called, so that `plimsoll --help` need not load vitest.
 */
export function program(): Command {
  const plimsoll = new Command("plimsoll")
    .description("Judges whether a shipping service's HTTP API keeps its contract.")
    .version(version())
    .showHelpAfterError("(plimsoll --help lists the commands)")
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "plimsoll: ")) })
    // Lets certify have a --version option of its own.
    .enablePositionalOptions();
  addRun(plimsoll);
  addOperatorCommands(plimsoll);
  addComparingCommands(plimsoll);
  addServe(plimsoll);
  addRules(plimsoll);
  addCatalogues(plimsoll);
  addProve(plimsoll);
  addJudge(plimsoll);
  addJudgeEvent(plimsoll);
  addOpenApi(plimsoll);
  addOpen(plimsoll);
  for (const command of plimsoll.commands) {
    command.showHelpAfterError(`(plimsoll ${command.name()} --help lists its options)`);
  }
  return plimsoll;
}

function addRun(plimsoll: Command): void {
  addTargetOptions(plimsoll.command("run"))
    .description("judge a target; without URL the embedded reference service")
    .option("--path <path>", "replay a property's counterexample, with --only and --seed", replayPath)
    .option("--bail <n>", "end after that many broken rules", wholeNumber(1))
    .option("--failed", "judge only what the last run, whose reports are in --out, found broken")
    .option("--watch <folder>", "run again whenever a file of the folder changes or the target comes back")
    .option(
      "--listen <time>",
      "how long to wait, such as 10m, for a report that completes by itself",
      duration,
    )
    .option("--shard <k/n>", "make the k-th of n parts of the checks; plimsoll merge joins them", shardOf)
    .option(
      "--baseline <file>",
      "compliance.json of an earlier run: fail only for rules not already broken there",
    )
    .option("--https", "without URL: judge the embedded reference over HTTPS")
    .action(async (url: string | undefined, options: RunCommandOptions) => {
      const { run } = await import("./run/run.js");
      process.exitCode = await run(url ?? null, options);
    });
}

function addServe(plimsoll: Command): void {
  plimsoll
    .command("serve")
    .description("serve the reference service as a stateful mock")
    .option("--port <n>", "port; 0 takes a free one", wholeNumber(0, 65_535), 4010)
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option("--seed <n>", "seed of its data", wholeNumber(0, 0x7fffffff), 1)
    .option(
      "--data <data>",
      "default, sparse, lavish (with many habits), large, or a YAML or JSON file of your own records",
      "default",
    )
    .addOption(repeatable("--fault <id>", "start with a fault", collectGlob))
    .addOption(repeatable("--habit <id>", "start with a habit that keeps the contract", collectGlob))
    .addOption(
      repeatable(
        "--trouble <text>",
        'trouble of the network, such as "429 v1ListLabels times=2 retryAfter=3", "503 times=1", "reset chance=0.1", ' +
          '"hang", "truncate", "slow ms=2000" or "latency ms=100 jitter=50"',
        collectText,
      ),
    )
    .option("--latency <ms>", "delay of every answer", wholeNumber(0, LONGEST_MS), 0)
    .option("--churn <n>", "writes by others per second, such as 2 or 0.2", rate, 0)
    .option("--lag", "read from replicas that lag behind writes by 0, 0.5 and 1.5 s in turn")
    .option(
      "--report-every <ms>",
      "complete a report at this interval; 0 never",
      wholeNumber(0, LONGEST_MS),
      0,
    )
    .option("--https", "serve HTTPS with a certificate made at start")
    .option("--cert-out <file>", "with --https: write the certificate there, for run --ca")
    .option("--key-env <name>", "environment variable that holds the API key", USUAL.keyEnv)
    .option("--verbose", "print each request on standard error")
    .action(async (options: ServeOptions) => {
      const { serve } = await import("./reference/serve.js");
      await serve(options);
    });
}

function addRules(plimsoll: Command): void {
  plimsoll
    .command("rules")
    .description("list the rules, their level and their checks; all, or those that fit every filter")
    .argument("[globs...]", "ids of rules, such as 'labels.*'")
    .option("--section <text>", "part of a section's heading")
    .addOption(inWords("--level <level>", "how binding", LEVEL_WORDS))
    .option("--operation <glob>", "operation id or path, such as v1ListLabels or '/v1/labels*'")
    .addOption(inWords("--verdict <verdict>", "verdict of the last run", VERDICT_WORDS))
    .option("--out <dir>", "folder of the last run (default that of the configuration, or plimsoll-report)")
    .option("--json", "as JSON")
    .action(async (globs: string[], { json, ...given }: RuleFilters & { json?: boolean }) => {
      const { filteredRules } = await import("./contract/rule-filters.js");
      const { rulesTable } = await import("./contract/rules.js");
      const filters = given.verdict === undefined ? given : { ...given, out: await lastFolder(given.out) };
      const rules = await filteredRules(globs, filters);
      process.stdout.write(json ? jsonText(rules) : rulesTable(rules));
    });
}

/** The folder of the last run. */
async function lastFolder(named: string | undefined): Promise<string> {
  const { reportFolder } = await import("./settings/config.js");
  return reportFolder(named);
}

function addOpen(plimsoll: Command): void {
  plimsoll
    .command("open")
    .description("show the last report in the browser")
    .option("--out <dir>", "folder of the report (default that of the configuration, or plimsoll-report)")
    .option("--print", "only print its path")
    .action(async (options: OpenOptions) => {
      const { openReport } = await import("./results/open.js");
      await openReport(options);
    });
}

/** Lists of what the reference service can be started with. */
function addCatalogues(plimsoll: Command): void {
  const add = (
    name: string,
    of: string,
    told: () => Promise<{ readonly all: unknown; readonly text: string }>,
  ) =>
    plimsoll
      .command(name)
      .description(`list the ${of} that the reference service can be started with`)
      .option("--json", "as JSON")
      .action(async ({ json }: { json?: boolean }) => {
        const { all, text } = await told();
        process.stdout.write(json ? jsonText(all) : text);
      });
  add("faults", "faults", async () => (await import("./reference/catalogues.js")).faults());
  add("habits", "freedoms of the contract", async () => (await import("./reference/catalogues.js")).habits());
}

function addProve(plimsoll: Command): void {
  plimsoll
    .command("prove")
    .description("run the checks against one fault after another: the kill matrix")
    .addOption(repeatable("--fault <glob>", "only faults that match", collectGlob, "all"))
    .addOption(
      new Option("--bank <bank>", "which faults")
        .choices(["behaviour", "schema", "all"])
        .default("behaviour"),
    )
    .option("--sample <n>", "only that many, drawn by --seed", wholeNumber(1))
    .addOption(new Option("--effort <effort>", "how much to ask").choices(EFFORTS).default("standard"))
    .option("--efforts", "count what the other efforts find too")
    .option("--seed <n>", "seed of everything random", wholeNumber(0, 0x7fffffff), 1)
    .option("--jobs <n>", "faults tried at a time", wholeNumber(1, 16), 2)
    .option("--out <dir>", "folder for kills.json and kills.html", USUAL.outDir)
    .option("--json", "print kills.json instead of text")
    .action(async (options: ProveOptions) => {
      const { prove } = await import("./reference/prove.js");
      process.exitCode = await withOwnTemporary(() => prove(options));
    });
}

function addJudge(plimsoll: Command): void {
  plimsoll
    .command("judge")
    .description(
      "judge recorded traffic offline: a run of plimsoll by all its checks and settings, without any connection; " +
        "the traffic of others by what single exchanges and pairs of them show",
    )
    .argument(
      "<file>",
      "the exchanges.har or journal.ndjson of a run, also of a killed one, or anybody's HAR file",
    )
    .option(
      "--base-url <url>",
      "traffic of others: address below which /v1 and /v2 are; other addresses in the file are left alone",
    )
    .option(
      "--request-id-header <name>",
      "traffic of others: name of the request-id header",
      USUAL.requestIdHeader,
    )
    .option("--out <dir>", "folder for the reports", USUAL.outDir)
    .option("--json", "print compliance.json instead of text")
    .action(async (file: string, options: JudgeCommandOptions) => {
      const { judge } = await import("./judge/judge.js");
      process.exitCode = await judge(file, options);
    });
}

function addJudgeEvent(plimsoll: Command): void {
  plimsoll
    .command("judge-event")
    .description("judge a captured report_complete payload offline")
    .argument("<file>", "the delivery's body, as received")
    .action(async (file: string) => {
      const { judgeEvent } = await import("./judge/judge-event.js");
      process.exitCode = judgeEvent(file);
    });
}

function addOpenApi(plimsoll: Command): void {
  plimsoll
    .command("openapi")
    .description("print the contract as one self-contained OpenAPI document, for other tools")
    .addOption(
      new Option("--format <version>", "version of OpenAPI; 3.0 has no webhooks")
        .choices(["3.1", "3.0"])
        .default("3.1"),
    )
    .addOption(
      new Option("--generation <list>", "generations to describe")
        .argParser(generationList)
        .default(["v1", "v2"], "v1,v2"),
    )
    .option("--out <file>", "write it there; .json gives JSON")
    .option("--json", "as JSON instead of YAML")
    .action(async (options: OpenApiOptions) => {
      const { openapi } = await import("./contract/openapi.js");
      openapi(options);
    });
}
