/** Exit codes of the command line; after Ctrl-C and SIGTERM it ends with 130 and 143. */
export const EXIT = {
  /** Nothing is violated, or what was asked for is done. */
  ok: 0,
  /** Something is violated, a waiver is out of date, or a certificate does not hold or is not earned. */
  violated: 1,
  /** The run could not be made or did not reach its end, or Plimsoll has a defect. */
  couldNotRun: 2,
} as const;
