import { type Explanation, linesOf, listing } from "./cause.js";

/** Errors come with the status of a success, so that whatever has to be refused seems to succeed. */
export const errorAsSuccess: Explanation = {
  kind: "error-body",
  keyOf: ({ finding: { sample } }) =>
    sample?.status === 200 && sample.body.includes('"error_code"') ? "success" : null,
  title: (breaches) => `Errors come with status 200: ${listing(linesOf(breaches), 3)}`,
  fix: () => "answer an error with the status of its kind",
};
