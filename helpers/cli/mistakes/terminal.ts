/** Columns of a terminal that does not say how many it has. */
const USUAL_COLUMNS = 80;

/** How many columns a terminal has. One without a size, as containers may have, says 0. */
export function columnsOf({ columns }: Pick<NodeJS.WriteStream, "columns">): number {
  return columns > 0 ? columns : USUAL_COLUMNS;
}
