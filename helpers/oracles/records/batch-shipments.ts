/** The batches that the labels of each shipment name, by shipment. */
export type LabelledBatches = ReadonlyMap<string, ReadonlySet<string>>;

/** How many missing shipments must exist before a batch that brings none is at fault: one may have been moved. */
const WITNESSES_OF_EMPTY = 2;

/**
 * Shipments whose labels name only this batch and that did not come with it.
 * @param came ids of the shipments that the batch brought
 */
export function missingFromBatch(
  labelled: LabelledBatches,
  batch: string,
  came: ReadonlySet<string>,
): readonly string[] {
  return [...labelled].flatMap(([shipment, named]) =>
    named.size === 1 && named.has(batch) && !came.has(shipment) ? [shipment] : [],
  );
}

/**
 * Shipments that came with a batch although their labels name only others.
 * @param suspect which of these count, by their batches
 */
export function strangersIn(
  labelled: LabelledBatches,
  batch: string,
  came: readonly string[],
  suspect: (batches: readonly string[]) => boolean,
): readonly string[] {
  return came.filter((shipment) => {
    const named = labelled.get(shipment);
    return named !== undefined && !named.has(batch) && suspect([...named]);
  });
}

/** How many of the missing shipments must be seen to exist before their absence counts. */
export function witnessesNeeded(came: number): number {
  return came === 0 ? WITNESSES_OF_EMPTY : 1;
}
