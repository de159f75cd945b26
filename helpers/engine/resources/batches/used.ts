import { statusOf } from "../../../oracles/records/batches.js";
import type { Answered } from "../../../wire/exchange.js";
import { given } from "../../check/given.js";
import type { SeenBatch } from "./lists.js";

/** A batch that may be archived, and a way to tell the ledger that it is. */
export interface Victim {
  readonly id: string;
  /** Whether the run made it, in v2. */
  readonly isOwn: boolean;
  /** The batch before, when it was open. */
  readonly before: SeenBatch;
  archived(): void;
}

/** A batch that the run archived, and the state that it showed then. */
interface Archiving {
  readonly id: string;
  readonly status: string | null;
  /** Its external id, where it showed one. */
  readonly external: unknown;
}

/** What a batch shows after it was archived. */
export function archivingOf({ id, raw }: SeenBatch): Archiving {
  return { id, status: statusOf(raw), external: raw?.external_batch_id };
}

/** What the run has archived so far, by id. */
export const archivings = given(async () => new Map<string, Archiving>());

/** Accepted requests that archived a batch which the run had archived before, by id. */
export const archivedAgain = given(async () => new Map<string, Answered>());

/** Batches used so far in a run, including our own, so that no two checks archive or process the same one. */
export const taken = given(async () => new Set<string>());
