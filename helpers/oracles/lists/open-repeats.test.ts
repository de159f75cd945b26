import { expect, it } from "vitest";
import { decodeOpenPage, type Page } from "../../wire/decode.js";
import { sampleExchange } from "../testing.js";
import { mayRepeat, openRepeats } from "./open-repeats.js";

/** A page of items without ids. */
function page(...names: readonly string[]): Page {
  const json = { things: names.map((name) => ({ name })) };
  const read = decodeOpenPage(sampleExchange({ path: "/v2/things", json }), "thing_id");
  if (read.kind !== "page") throw new Error(read.why);
  return read;
}

const found = (first: Page, second: Page, both: Page) =>
  openRepeats({ rule: "r", pages: [first, second], both }).map(({ received }) => received);

it("sees items that come again instead of others", () => {
  expect(mayRepeat([page("a", "b"), page("b", "c")])).toBe(true);
  expect(found(page("a", "b"), page("b", "c"), page("a", "b", "c", "d"))).toEqual([
    'one of page 1 again: {"name":"b"}',
  ]);
});

it("leaves items alone that are merely alike", () => {
  expect(mayRepeat([page("a", "b"), page("c")])).toBe(false);
  expect(found(page("a", "b"), page("b", "c"), page("a", "b", "b", "c"))).toEqual([]);
});

it("compares nothing with a smaller page, or one in another order", () => {
  expect(found(page("a", "b"), page("b", "c"), page("a", "b", "c"))).toEqual([]);
  expect(found(page("a", "b"), page("b", "c"), page("d", "c", "b", "a"))).toEqual([]);
});
