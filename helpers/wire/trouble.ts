/** Trouble of an exchange that was never sent, because its operation had only timed out before. */
export const LOST = "GIVEN_UP_AFTER_TIMEOUTS";

/** Trouble of an exchange that was never sent, because its operation was out of order (502, 503, 504). */
export const OUT_OF_ORDER = "GIVEN_UP_OUT_OF_ORDER";

/** Trouble of a call without the right key that was never sent, because such calls had locked that out. */
export const LOCKED_OUT = "LOCKED_OUT_BY_WRONG_KEYS";

/** What names of trouble mean: libraries' names and our own. */
const WORDS: Readonly<Record<string, string>> = {
  AMBIGUOUS_AFTER_RETRY: "refused when sent again, maybe since the lost attempt had its effect",
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection closed",
  EPIPE: "connection closed",
  UND_ERR_SOCKET: "connection closed",
  UND_ERR_CONNECT_TIMEOUT: "no connection in time",
  TIMEOUT: "no answer in time",
  [LOST]: "not sent, since its operation kept timing out",
  [OUT_OF_ORDER]:
    "not sent, since its operation was answered with 502, 503 or 504 each time, or asks for a long pause",
  [LOCKED_OUT]: "not sent, since wrong keys kept locking the right one out",
  KEY_REFUSED: "no answer to a key that was refused by then",
  TOO_LONG_TO_HOLD: "the answer is longer than a run holds",
};

/** A trouble name in words: `STATUS_503` is "status 503"; an unknown name stays as it is. */
export function troubleInWords(name: string): string {
  return WORDS[name] ?? name.replace(/^STATUS_/, "status ");
}

/** Whether a request was kept back because it would have been in vain. */
export function isKeptBack(name: string | null): boolean {
  return name === LOST || name === OUT_OF_ORDER || name === LOCKED_OUT;
}

/** Whether an answer did not come in the time that the run allows. */
export function isTimeout(name: string | null): boolean {
  return name === "TIMEOUT" || name === LOST;
}

/** How often each kind of trouble occurred: "connection closed 3×, status 503 1×". */
export function tallyInWords(tally: Readonly<Record<string, number>>): string {
  const counts = new Map<string, number>();
  for (const [name, count] of Object.entries(tally)) {
    const words = troubleInWords(name);
    counts.set(words, (counts.get(words) ?? 0) + count);
  }
  return [...counts].map(([words, count]) => `${words} ${count}×`).join(", ");
}
