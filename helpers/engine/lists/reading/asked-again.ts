import { LISTS } from "../../../contract/lists.js";
import { NothingMoreSent } from "../../../target/client/budget.js";
import type { Finding, Findings } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { spread } from "../../../wire/spread.js";
import type { Check } from "../../check/check.js";
import { CAUGHT_UP } from "../../check/steady.js";
import { judgeList } from "./judge-list.js";
import type { Reading } from "./reading.js";
import { knownOrLoose } from "./readings.js";

/** How many of the answers are asked for again. */
const MOST = 3;

/**
 * What the exchange oracles found in single pages of a list, judged like a relation: a service may count a list, or look
 * for its items, a moment before it reads them, so that a write by another client makes one page contradict itself.
 * Several that cannot be asked for again, because the run was stopped or has used up its requests, count as they are.
 * @throws Inconclusive if the list changed each time that the pages were asked for again
 */
export async function foundAgain(t: Check, findings: Findings): Promise<Findings> {
  try {
    return await judgedAgain(t, findings);
  } catch (error) {
    // Hardly several pages were read just when another client wrote.
    if (error instanceof NothingMoreSent && findings.length > 1) return findings;
    throw error;
  }
}

async function judgedAgain(t: Check, findings: Findings): Promise<Findings> {
  if (findings.length === 0) return findings;
  const again = async () =>
    (await Promise.all(spread(findings, MOST).map((found) => askAgain(t, found)))).flat();
  const list = Object.values(LISTS).find(({ operation }) => operation === findings[0]?.operation);
  if (list === undefined) return twiceAgain(t, again);
  const known = await ifReadable(knownOrLoose(t, list));
  if (known === null) return findings;
  const judge = async (reading: Reading) => (reading === known ? findings : again());
  return judgeList(t, list, "everything", judge, knownOrLoose);
}

/** For a list that no check reads as a whole: what is found again, also once replicas have caught up. */
async function twiceAgain(t: Check, again: () => Promise<Findings>): Promise<Findings> {
  if ((await again()).length === 0) return [];
  await t.session.pause(CAUGHT_UP);
  return again();
}

/** What is found in the answer to the same request now. */
async function askAgain(t: Check, { exchanges: [first = 0] }: Finding): Promise<Findings> {
  const { index } = await t.ask({ href: t.session.journal.load(first).request.url });
  return t.collected().findings.filter(({ exchanges }) => exchanges[0] === index);
}
