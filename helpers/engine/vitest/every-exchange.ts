/** What the checks do that report what the exchange oracles found. */
export const EVERY_EXCHANGE = "looks at every exchange of the run";
