/** Title of the checks that report what the exchange oracles found. */
export const EVERY_EXCHANGE = "looks at every exchange of the run";

/** Title of a check. */
export function titleOf(rule: string, stimulus: string): string {
  return `${rule} · ${stimulus}`;
}
