import { expect, it } from "vitest";
import type { Finding } from "../../../wire/exchange.js";
import { foundEachTime } from "./refusals.js";

const breach = (received: string): Finding => ({
  rule: "a.b",
  request: "GET /x",
  operation: null,
  documented: "1",
  received,
  exchanges: [0],
});
const [refused, empty] = [breach("status 400 (page: too far)"), breach("25 items")];

it("keeps what each of several readings finds, whatever a target says beside a status", () => {
  const last = breach("status 400 (page: 9)");
  expect(foundEachTime([[empty, refused], [last]])).toEqual([last]);
});

it("keeps nothing of a single reading, nor what another one does not find", () => {
  expect(foundEachTime([])).toEqual([]);
  expect(foundEachTime([[refused]])).toEqual([]);
  expect(foundEachTime([[refused], [], [refused]])).toEqual([]);
});
