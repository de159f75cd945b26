import {
  type Breach,
  type Explanation,
  linesOf,
  listing,
  namesIn,
  placeIn,
  receivedIn,
  shared,
} from "./cause.js";

/** Several rules expect the same and got the same other answer, or got the same in one place. */
export const sameAnswer: Explanation = {
  kind: "same-answer",
  keyOf: shared(answersOf),
  title: (breaches) => {
    const lines = listing(linesOf(breaches), 3);
    const [first] = breaches;
    if (first === undefined) return lines;
    const { documented, pointer } = first.finding;
    const received = receivedIn(first.finding);
    const place = placeIn(pointer);
    return place === null
      ? `Received ${received}; documented: ${documented} (${lines})`
      : `${place} is ${withoutName(received, place)}; documented: ${documented} (${lines})`;
  },
};

/** What came at a place, without the name of the member that the title already gives. */
function withoutName(received: string, place: string): string {
  const name = `${place.split(/[./]/).at(-1)} `;
  return received.startsWith(name) ? received.slice(name.length) : received;
}

/** Keys of what a breach shows: documented with received; and where it has a place, place with received. */
function answersOf({ finding: { documented, received, pointer } }: Breach): string[] {
  const place = namesIn(pointer);
  return [
    JSON.stringify([documented, received]),
    ...(place === "" ? [] : [JSON.stringify({ [place]: received })]),
  ];
}
