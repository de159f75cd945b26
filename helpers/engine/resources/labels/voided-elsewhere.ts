import { labels } from "../../../contract/lists.js";
import { idsOf } from "../../../wire/decode.js";
import { renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import { cameBack } from "../../check/again.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { accepted, askPage } from "../../lists/asking/pages.js";
import { aWhileAfter } from "../later.js";
import { readListedAgain } from "../listed-under.js";
import { voidable } from "./voidable.js";
import {
  itemsOf,
  labelPages,
  othersAround,
  VOIDS,
  type Voided,
  voidAnother,
  voidedLater,
} from "./voiding.js";

// A void may take labels along that are on no page around the voided one: the list of voided ones shows them.

const FILTER = { label_status: "voided" } as const;
/** Rounds in which another label must be voided: other clients void labels too. */
const DUE = 3;

/** The list of voided labels near the end of the run, by an address asked for before the void if there is one. */
export const underStatus = given(async (t) => {
  const { label, voided } = await t.given(voidedLater);
  return ifReadable(readListedAgain(t, await labelPages(t), label.id, FILTER, voided));
});

/** Judges that no label was voided with those that the run voids, wherever it stands. */
export async function judgeElsewhere(t: Check, { label }: Voided): Promise<void> {
  const seen = await t.given(underStatus);
  if (seen === null || t.isFoundBroken(t.rule)) return;
  const gone = await othersAround(t, label, itemsOf(seen.exchange));
  t.saw("labels voided before");
  if (gone.length === 0) return;
  const spent = new Set([label.id, ...idsOf(gone)]);
  const back = await cameBack(
    (calmMs) => voidedDuring(t, () => t.session.pause(calmMs)),
    async () => {
      const next = (await voidable(t)).find(({ id }) => !spent.has(id));
      if (next === undefined) return null;
      spent.add(next.id);
      const seen = await voidedDuring(t, async () => {
        const { voided } = await voidAnother(t, next);
        await aWhileAfter(t, ...VOIDS);
        return voided;
      });
      const others = seen?.items.filter(({ id }) => id !== next.id) ?? [];
      for (const { id } of others) spent.add(id);
      return seen === null || others.length === 0 ? null : { ...seen, next, others };
    },
    DUE,
  );
  if (back.kind !== "each time") return;
  const { next, others, exchange, done } = back.last;
  const received = `voided with it: ${renderIds(idsOf(others))}`;
  t.breach([exchange, done], `only label ${next.id} is voided`, received);
}

/** Labels that were not voided when the run began, and came into the list of voided ones meanwhile; null if none did. */
async function voidedDuring<T>(t: Check, act: () => Promise<T>) {
  const read = async () => {
    const query = {
      ...FILTER,
      sort_by: "modified_at",
      sort_dir: "desc",
      page_size: (await labelPages(t)).page_size,
    };
    return accepted(t, await askPage(t, labels, query));
  };
  const before = new Set(idsOf((await read()).items));
  const done = await act();
  const { items, exchange } = await read();
  const known = new Map((await t.census.list("labels")).oldest.map(({ id, raw }) => [id, raw]));
  const fresh = items.filter(({ id }) => !before.has(id) && known.get(id)?.voided === false);
  return fresh.length === 0 ? null : { items: fresh, exchange, done };
}
