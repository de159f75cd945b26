import { type ARCHIVING, after, before } from "../../bends.js";
import { namedBatch } from "../../named-records.js";
import type { Bend, Call } from "../../service/behaviours.js";
import { conflict } from "../../service/problem.js";
import type { Batch } from "../../service/records.js";
import * as filters from "../list-bends/filters.js";

/** Returns other batches in the v1 list of open ones. */
export const open = (change: (usually: boolean, batch: Batch | undefined, call: Call) => boolean): Bend =>
  filters.finds("batches", "status", (usually, id, value, call) =>
    value === "open" ? change(usually, call.world.batches.get(id), call) : usually,
  );

/** An operation that archives a batch. */
export type Archiving = (typeof ARCHIVING)[number];

/** Archives no open batch, and says so. */
export const refused = (id: Archiving): Bend =>
  before(id, (call) => {
    call.optional();
    if (namedBatch(call)?.status === "open") throw conflict("Batches are never archived.");
  });

/** Archives a batch, and answers as if it had not. */
export const refusedAndDone = (id: Archiving): Bend =>
  after(id, () => {
    throw conflict("The batch is not open.");
  });
