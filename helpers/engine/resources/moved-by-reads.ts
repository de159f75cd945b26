import { firstOfEach } from "../../contract/group-by.js";
import { readLike } from "../../oracles/exchange/read-like.js";
import { type Moved, type StateShown, statesIn } from "../../oracles/exchange/states.js";
import type { Exchange } from "../../wire/exchange.js";
import { requestLine } from "../../wire/message.js";
import { cameBack, changedMeanwhile } from "../check/again.js";
import type { Check } from "../check/check.js";
import { BRIEF, polling } from "./eventually.js";
import { isFixture } from "./fixtures.js";

/** With how many other records each read is tried, at most. */
const MOST = 8;

/** A record to try a read with: the address of the read, and an answer that shows the record's state. */
interface Subject {
  readonly id: string;
  readonly read: string;
  readonly shownIn: Exchange;
}

/** A read that may have moved a record, and other records to try it with. */
interface Trial {
  readonly moved: Moved;
  readonly read: Exchange;
  readonly subjects: readonly Subject[];
}

/** A read that moved a record. */
interface Proof {
  readonly id: string;
  /** The read, and the looks at the record before and afterwards. */
  readonly exchanges: readonly Exchange[];
}

/** Reads that may have moved records: of each operation the latest one that can be tried with most others. */
export function trialsOf(t: Check): readonly Trial[] {
  const latestFirst = t.session.judge.states.moved.flatMap((moved) => trialsWith(t, moved)).toReversed();
  const mostFirst = latestFirst.toSorted((one, other) => other.subjects.length - one.subjects.length);
  return firstOfEach(mostFirst, ({ read }) => read.operation);
}

/** The reads of a record from one look at its state to another. */
function trialsWith(t: Check, moved: Moved): readonly Trial[] {
  const { journal, judge } = t.session;
  const { id, from, to } = moved;
  const record = recordIn(journal.load(from), id);
  if (record === undefined) return [];
  const others = judge.states
    .others(moved)
    .filter((other) => isFixture(t, other.id))
    .slice(0, MOST)
    .flatMap(({ id: other, index }) => {
      const shownIn = journal.load(index);
      const shown = recordIn(shownIn, other);
      return shown === undefined ? [] : [{ shown, shownIn }];
    });
  return journal.exchanges
    .filter(({ index, request }) => index >= from && index <= to && request.method === "GET")
    .flatMap((read) => {
      const like = readLike(read.request.url, record);
      if (like === null) return [];
      const subjects = others.flatMap(({ shown, shownIn }): readonly Subject[] => {
        const address = like(shown);
        return address === null ? [] : [{ id: shown.id, read: address, shownIn }];
      });
      return [{ moved, read, subjects }];
    });
}

function recordIn(exchange: Exchange, id: string): StateShown | undefined {
  return statesIn(exchange).find((shown) => shown.id === id);
}

/**
 * Makes the read for other records that the run may change, and looks whether their states change each time, but not in
 * a while before.
 * @returns null if they do not
 * @throws Inconclusive if there are too few such records, or other clients move them too
 */
export async function provenBy(t: Check, { moved, read: first, subjects }: Trial): Promise<Proof | null> {
  const inRound = (round: number): Subject =>
    subjects[round - 1] ??
    t.inconclusive(
      `${moved.id} was ${moved.was} before ${requestLine(first)} and ${moved.is} afterwards; whether the read did that can be tried only with other such records that are fixtures`,
      ...(t.mayWrite("fixtures") ? [] : (["--writes fixtures"] as const)),
    );
  const back = await cameBack<Proof>(
    async (calmMs, round) => {
      const subject = inRound(round);
      return changedMeanwhile(
        t.session,
        calmMs,
        () => look(t, subject),
        (before, after) => {
          const isCalm = before.state === moved.was && after.state === moved.was;
          return isCalm ? null : { id: subject.id, exchanges: [after.exchange] };
        },
      );
    },
    async (round) => {
      const subject = inRound(round);
      const before = await look(t, subject);
      const read = await t.ask({ href: subject.read });
      const isMoved = ({ state }: Looked) => state === moved.is;
      const after = await polling(t, () => look(t, subject)).until(isMoved, BRIEF);
      return before.state === moved.was && isMoved(after)
        ? { id: subject.id, exchanges: [read, before.exchange, after.exchange] }
        : null;
    },
  );
  if (back.kind === "others")
    t.inconclusive(
      `${moved.id} was ${moved.was} before ${requestLine(first)} and ${moved.is} afterwards, but other clients move such records too`,
    );
  return back.kind === "each time" ? back.last : null;
}

interface Looked {
  readonly exchange: Exchange;
  /** Null if the record is not shown any more. */
  readonly state: string | null;
}

/** Asks again for what showed the record. */
async function look(t: Check, { id, shownIn: { operation, request } }: Subject): Promise<Looked> {
  const exchange = await t.ask({ href: request.url });
  return { exchange, state: recordIn({ ...exchange, operation }, id)?.state ?? null };
}
