import type { ArchiveWay } from "../../../contract/conduct.js";
import { after, before } from "../../bends.js";
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

/** Archives no open batch, and says so. */
export const refused = (id: ArchiveWay): Bend =>
  before(id, (call) => {
    call.optional();
    if (namedBatch(call)?.status === "open") throw conflict("Batches are never archived.");
  });

/** Archives a batch, and answers as if it had not. */
export const refusedAndDone = (id: ArchiveWay): Bend =>
  after(id, () => {
    throw conflict("The batch is not open.");
  });
