import { expect, it } from "vitest";
import type { Body } from "../../wire/exchange.js";
import { isAccepted } from "./acceptance.js";

function accepted(status: number, value?: unknown): boolean {
  const body: Body =
    value === undefined ? { kind: "empty" } : { kind: "json", value, text: JSON.stringify(value) };
  return isAccepted({ answer: { status, headers: {}, body } });
}

it("takes a success for an acceptance unless its body says otherwise", () => {
  expect([200, 201, 204, 207].map((status) => accepted(status))).toEqual([true, true, true, true]);
  expect(accepted(409, {})).toBe(false);
  expect(accepted(200, { approved: true })).toBe(true);
  expect(accepted(200, { approved: false, message: "refused by the carrier" })).toBe(false);
});

it("looks at the parts of a 207", () => {
  expect(accepted(207, { results: [{ status: 200 }, { status: "200" }] })).toBe(true);
  expect(accepted(207, { results: [{ status: "cancelled" }] })).toBe(true);
  expect(accepted(207, { results: [{ status: 200 }, { status_code: 409 }] })).toBe(false);
  expect(accepted(207, { errors: [{ error_code: "invalid_status" }] })).toBe(false);
});
