/** A made-up text of a run. @param what makes it differ from the run's other ones */
export function ownText(run: string, what: string | number): string {
  return `PLIMSOLL-${run}-${what}`;
}

/** Whether a value is a made-up text of this run: another one may change the same orders. */
export function isOwnText(run: string, value: unknown): boolean {
  return typeof value === "string" && value.toLowerCase().startsWith(ownText(run, "").toLowerCase());
}
