import type { Shards } from "../../../reports/results.js";
import { UsageError } from "../mistakes/errors.js";
import type { Alike, ShardFile } from "../run/shard-file.js";

/** A shard and where it was found. */
export interface Found {
  readonly folder: string;
  readonly file: Pick<ShardFile, "shard" | "alike">;
}

/** Shards of one run. */
interface OneRun<F extends Found> {
  /** In order. */
  readonly shards: readonly F[];
  readonly alike: Alike;
  /** Which shards are here if some are missing; null for a whole run. */
  readonly part: Shards | null;
}

/**
 * Makes sure that shards belong to one run, each present once.
 * @param partial true if shards may be missing
 * @throws UsageError with one line for the first mistake
 */
export function oneRun<F extends Found>(found: readonly F[], partial: boolean): OneRun<F> {
  const shards = found.toSorted((one, other) => one.file.shard.index - other.file.shard.index);
  const [first] = shards;
  if (first === undefined) throw new UsageError("name the folders of the shards.");
  const { count } = first.file.shard;
  for (const [at, shard] of shards.entries()) {
    throwUnlessTold(shard, first);
    const before = shards[at - 1];
    if (before?.file.shard.index !== shard.file.shard.index) continue;
    throw new UsageError(
      `${before.folder} and ${shard.folder} are both shard ${shard.file.shard.index} of ${count}; name each shard once.`,
    );
  }
  const parts = shards.map(({ file }) => file.shard.index);
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !parts.includes(index));
  if (missing.length > 0 && !partial) {
    throw new UsageError(
      `${missing.length === 1 ? "shard" : "shards"} ${missing.join(", ")} of ${count} missing; name every shard's folder, or join what is there with --partial.`,
    );
  }
  return { shards, alike: first.file.alike, part: missing.length === 0 ? null : { parts, of: count } };
}

/** Settings of which only a digest is kept, which means nothing to a reader. */
const DIGESTS: ReadonlySet<string> = new Set(["bodies", "sellerId"] satisfies (keyof Alike)[]);

/** @throws UsageError if two shards ran with different settings */
function throwUnlessTold({ folder, file }: Found, first: Found): void {
  if (file.shard.count !== first.file.shard.count) {
    throw new UsageError(
      `${folder} is one of ${file.shard.count} shards, ${first.folder} one of ${first.file.shard.count}; name the shards of one run.`,
    );
  }
  const others = new Map<string, unknown>(Object.entries(first.file.alike));
  for (const [name, value] of Object.entries(file.alike)) {
    const [here, there] = [value, others.get(name)].map((one) => JSON.stringify(one));
    if (here === there) continue;
    throw new UsageError(
      DIGESTS.has(name)
        ? `${folder} was given another value of ${name} than ${first.folder}; name the shards of one run.`
        : `${folder} was run with ${name} ${here}, ${first.folder} with ${there}; name the shards of one run.`,
    );
  }
}
