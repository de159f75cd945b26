import { Command } from "commander";
import { describe, expect, it } from "vitest";
import type { TargetOptions } from "../settings/options.js";
import { addTargetOptions } from "../settings/target-options.js";
import { portableReplayOptions, replayOptions } from "./replay-options.js";

/** Every report knows these and adds them itself. */
const OF_REPORTS = [
  "--out",
  "--effort",
  "--seed",
  "--generation",
  "--edition",
  "--only",
  "--writes",
  "--strict",
];
/** These change nothing of what a replay of one rule asks and finds. */
const IDLE = ["--skip", "--waivers", "--complete", "--budget", "--json"];
const OF_FILES = ["--config", "--ca", "--bodies"];
const TEXTS: Readonly<Record<string, string>> = {
  "--header": "X-Token: secret",
  "--fixture": "batch:open=se-1",
};

const command = addTargetOptions(new Command());
const flags = command.options.flatMap(({ long, negate }) => (long && !negate ? [long] : []));

function given(flag: string): TargetOptions {
  return addTargetOptions(new Command())
    .parse([flag, TEXTS[flag] ?? "7"], { from: "user" })
    .opts();
}

describe("the options of a replay", () => {
  it.each(flags.filter((flag) => ![...OF_REPORTS, ...IDLE].includes(flag)))("keep %s", (flag) => {
    expect(replayOptions(given(flag))).toContain(flag);
    expect(portableReplayOptions(given(flag)).includes(flag)).toBe(!OF_FILES.includes(flag));
  });

  it("keep how long a run listened, which only it can", () => {
    expect(replayOptions({ ...given("--timeout"), listen: 600_000 })).toEqual([
      ...["--listen", "600s"],
      ...["--timeout", "7"],
    ]);
  });

  it("hide values that may be secrets", () => {
    expect(replayOptions(given("--header"))).toEqual(["--header", "X-Token: VALUE"]);
    expect(replayOptions(given("--seller-id"))).toEqual(["--seller-id", "ID"]);
  });
});
