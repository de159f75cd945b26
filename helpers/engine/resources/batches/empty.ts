import { LISTS } from "../../../contract/lists.js";
import { countOf } from "../../../oracles/records/batches.js";
import { idsOf } from "../../../wire/decode.js";
import { renderIds } from "../../../wire/message.js";
import { okObjectOf } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { askPage } from "../../lists/asking/pages.js";
import { countsShipments } from "./counts.js";
import { readBatch } from "./lists.js";
import { ownExternalId } from "./own.js";

/** A batch that the run made, and that counted no shipments when it was read by id; null if there is none. */
const emptyOwn = given(async (t): Promise<string | null> => {
  const read = t.session.journal.exchangesOf("v1GetBatch").map(({ answer }) => okObjectOf(answer));
  const empty = read.find((raw) => raw !== null && ownExternalId(t, raw) !== null && countOf(raw) === 0);
  return typeof empty?.batch_id === "string" ? empty.batch_id : null;
});

/**
 * Judges that a list holds nothing under the batch_id of a batch that has nothing: a service may take an empty list of
 * ids for no filter at all.
 */
export function holdsNothing(name: "shipments" | "labels") {
  return async (t: Check): Promise<void> => {
    const list = LISTS[name];
    if (!t.inScope(list.operation)) return;
    const batch_id = await t.given(emptyOwn);
    if (batch_id === null) return;
    const ask = () => askPage(t, list, { batch_id, page_size: 1 });
    const first = await ask();
    if (first.kind === "refused") return;
    t.saw("batches without shipments");
    if (first.items.length === 0) return;
    const batch = await readBatch(t, batch_id);
    const again = await ask();
    if (again.kind === "refused" || again.items.length === 0 || countOf(batch.raw) !== 0) return;
    if (!(await t.given(countsShipments))) return;
    const documented = `no ${name} of batch ${batch_id}, which counts no shipments`;
    t.breach([again.exchange, batch.exchange], documented, renderIds(idsOf(again.items)), `/${name}`);
  };
}
