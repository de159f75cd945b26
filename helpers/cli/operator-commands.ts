import type { Command } from "commander";
import { USUAL } from "../target/settings/settings.js";
import type { MergeOptions } from "./merge/merge.js";
import type { InitOptions } from "./operator/init.js";
import type { WaiveOptions } from "./operator/waive.js";
import type { CleanupOptions } from "./run/cleanup.js";
import { withOwnTemporary } from "./run/temporary.js";
import { addressOf } from "./settings/address.js";
import { collectText, repeatable, type TargetOptions } from "./settings/options.js";
import { addConfigOptions, addReachOptions, addTargetOptions } from "./settings/target-options.js";

/** Declares the commands around a run: before it (init, plan), after it (merge, cleanup, waive). */
export function addOperatorCommands(plimsoll: Command): void {
  addInit(plimsoll);
  addPlan(plimsoll);
  addMerge(plimsoll);
  addCleanup(plimsoll);
  addWaive(plimsoll);
}

function addInit(plimsoll: Command): void {
  addReachOptions(plimsoll.command("init"))
    .description("write a commented plimsoll.config.yaml, after a look at the target if an address is given")
    .argument("[url]", "address of the target, which is only read from")
    .option("--force", "overwrite an existing file")
    .action(async (url: string | undefined, options: InitOptions) => {
      const { init } = await import("./operator/init.js");
      await init(addressOf(url ?? null), options);
    });
}

function addPlan(plimsoll: Command): void {
  addTargetOptions(plimsoll.command("plan"))
    .description("what a run would send, by method and operation; nothing is sent to the target")
    .action(async (url: string | undefined, options: TargetOptions) => {
      const { plan } = await import("./operator/plan.js");
      await withOwnTemporary(() => plan(url ?? null, options));
    });
}

function addMerge(plimsoll: Command): void {
  plimsoll
    .command("merge")
    .description("join the shards of one run into one set of reports")
    .argument("<dirs...>", "the --out folders of the shards, each as a whole")
    .option("--out <dir>", "folder for the reports", USUAL.outDir)
    .option("--partial", "join what is there even if a shard is missing; the result is incomplete")
    .option("--json", "print compliance.json instead of text")
    .action(async (dirs: string[], options: MergeOptions) => {
      const { merge } = await import("./merge/merge.js");
      process.exitCode = await merge(dirs, options);
    });
}

function addCleanup(plimsoll: Command): void {
  addReachOptions(addConfigOptions(plimsoll.command("cleanup")))
    .description("remove what a killed run left behind, as its ledger says")
    .argument("[url]", "the target to clean, where the ledger names several")
    .option("--out <dir>", "folder of the run (default plimsoll-report)")
    .addOption(repeatable("--header <line>", '"Name: value" for every request', collectText))
    .option("--forget", "remove from the ledger what cannot be removed from the target")
    .action(async (url: string | undefined, options: CleanupOptions) => {
      const { cleanup } = await import("./run/cleanup.js");
      process.exitCode = await cleanup(addressOf(url ?? null), options);
    });
}

function addWaive(plimsoll: Command): void {
  plimsoll
    .command("waive")
    .description("write the first list of waivers from the breaches of a run")
    .argument("<file>", "compliance.json of the run, or its folder")
    .option("--reason <text>", "why they are accepted for now")
    .option("--expires <day>", "last day, YYYY-MM-DD (default 90 days from now)")
    .option("--out <file>", "write there; without it the list is printed")
    .option("--force", "overwrite an existing file")
    .action(async (file: string, options: WaiveOptions) => {
      const { waive } = await import("./operator/waive.js");
      waive(file, options);
    });
}
