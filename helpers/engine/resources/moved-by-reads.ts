import { firstOfEach } from "../../contract/group-by.js";
import { type Moved, readLike, type StateShown, statesIn } from "../../oracles/exchange/states.js";
import type { Exchange } from "../../wire/exchange.js";
import { requestLine } from "../../wire/message.js";
import { cameBack } from "../check/again.js";
import type { Check } from "../check/check.js";
import { awaitEffect, BRIEF } from "./eventually.js";

/** A read that may have changed the state of a record, and its address for another record. */
export interface Suspect {
  readonly read: Exchange;
  readonly like: (other: StateShown) => string | null;
}

/** A read that changed the state of a record. */
export interface Proof {
  readonly id: string;
  /** The read, and the looks at the record before and afterwards. */
  readonly exchanges: readonly Exchange[];
}

/** A record to try a read with: the address of the read, and where its state shows. */
interface Subject {
  readonly id: string;
  readonly read: string;
  readonly shownIn: Exchange;
}

/** The reads of a record from one look at its state to another, latest first, one of each operation. */
export function suspectsOf(t: Check, { id, from, to }: Moved): readonly Suspect[] {
  const { journal } = t.session;
  const record = statesIn(journal.load(from)).find((shown) => shown.id === id);
  if (record === undefined) return [];
  const suspects = journal.exchanges
    .filter(({ index, request }) => index >= from && index <= to && request.method === "GET")
    .flatMap((read) => {
      const like = readLike(read.request.url, record);
      return like === null ? [] : [{ read, like }];
    })
    .toReversed();
  return firstOfEach(suspects, ({ read }) => read.operation);
}

/**
 * Makes a suspected read for other records that the run may change, and looks whether their states change each time,
 * but not in a while before.
 * @returns null if they do not
 * @throws Inconclusive if there are too few such records
 */
export async function provenBy(t: Check, moved: Moved, suspect: Suspect): Promise<Proof | null> {
  const subjects = subjectsOf(t, moved, suspect);
  let nth = 0;
  const subject = () =>
    subjects[nth] ??
    t.inconclusive(
      `${moved.id} was ${moved.was} before ${requestLine(suspect.read)} and ${moved.is} afterwards; whether the read did that can be tried only with other such records that are fixtures`,
      "--writes fixtures",
    );
  const look = async ({ id, shownIn }: Subject) => {
    const exchange = await t.ask({ href: shownIn.request.url });
    const shown = statesIn({ ...exchange, operation: shownIn.operation }).find((each) => each.id === id);
    return { exchange, state: shown?.state ?? null };
  };
  const back = await cameBack<Proof>(
    async (calmMs) => {
      const { state: before } = await look(subject());
      await t.session.pause(calmMs);
      const { state: after, exchange } = await look(subject());
      return before === moved.was && after === moved.was ? null : { id: subject().id, exchanges: [exchange] };
    },
    async () => {
      const tried = subject();
      nth += 1;
      const before = await look(tried);
      const read = await t.ask({ href: tried.read });
      const after = await awaitEffect(
        t,
        () => look(tried),
        ({ state }) => state === moved.is,
        BRIEF,
      );
      return before.state === moved.was && after.state === moved.is
        ? { id: tried.id, exchanges: [read, before.exchange, after.exchange] }
        : null;
    },
  );
  return back.kind === "each time" ? back.last : null;
}

/** Other records in the former state that the run may change and did not. */
function subjectsOf(t: Check, moved: Moved, { like }: Suspect): readonly Subject[] {
  const { journal, judge } = t.session;
  return judge.states
    .others(moved)
    .filter(({ id }) => mayChange(t, id))
    .flatMap(({ id, index }) => {
      const shownIn = journal.load(index);
      const record = statesIn(shownIn).find((shown) => shown.id === id);
      const read = record === undefined ? null : like(record);
      return read === null ? [] : [{ id, read, shownIn }];
    });
}

/** Whether a record is a fixture that the run sent no write to. */
function mayChange(t: Check, id: string): boolean {
  const { fixtures, fixturesAll } = t.settings;
  if (!t.mayWrite("fixtures")) return false;
  if (!fixturesAll && !Object.values(fixtures).flat().includes(id)) return false;
  return t.session.journal.exchanges.every(
    ({ request: { method, url } }) => method === "GET" || !new URL(url).pathname.includes(id),
  );
}
