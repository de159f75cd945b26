import type { RunCommandOptions, TargetOptions } from "../settings/options.js";

type Options = TargetOptions & Pick<RunCommandOptions, "listen">;

/**
 * Options that a replay needs besides those that every report knows (generation, edition, effort, seed, writes,
 * strict), one word each. Header values may be secrets, so a placeholder marks their place.
 */
export function replayOptions(options: Options): string[] {
  return [...fileOptions(options), ...portableReplayOptions(options)];
}

/** The same without what names files of this machine, for a recording that others may get. */
export function portableReplayOptions(options: Options): string[] {
  const given: readonly (readonly [string, string | number | undefined])[] = [
    ["--key-env", options.keyEnv],
    ["--request-id-header", options.requestIdHeader],
    ["--service-name", options.serviceName],
    ["--seller-id", options.sellerId === undefined ? undefined : "ID"],
    ["--report-trigger", options.reportTrigger],
    ["--listen", options.listen === undefined ? undefined : `${options.listen / 1000}s`],
    ["--receiver", options.receiver],
    ["--receiver-port", options.receiverPort],
    ["--rps", options.rps],
    ["--concurrency", options.concurrency],
    ["--timeout", options.timeout],
  ];
  return [
    ...given.flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)])),
    ...options.header.flatMap((line) => ["--header", `${line.split(":")[0]}: VALUE`]),
    ...options.fixture.flatMap((text) => ["--fixture", text]),
  ];
}

function fileOptions({ config, ca, bodies }: TargetOptions): string[] {
  return [
    ...(config === false ? ["--no-config"] : config === undefined ? [] : ["--config", config]),
    ...(ca === undefined ? [] : ["--ca", ca]),
    ...(bodies === undefined ? [] : ["--bodies", bodies]),
  ];
}
