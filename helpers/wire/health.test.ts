import { expect, it } from "vitest";
import { sampleAnswered } from "../oracles/testing.js";
import { isRateLimited } from "./health.js";

const limited = (status: number, json: unknown) => isRateLimited(sampleAnswered({ status, json }).answer);
const refused = (status: number, error: object) =>
  limited(status, { errors: [{ error_code: "rate_limit_exceeded", ...error }] });

it("takes 429, and a refusal with the code for it, for a limit of the rate", () => {
  expect(limited(429, {})).toBe(true);
  expect(refused(400, { error_type: "system" })).toBe(true);
  expect(refused(503, { error_type: "system" })).toBe(false);
  expect(refused(400, { error_code: "invalid_field_value" })).toBe(false);
});

it("takes no refusal of a value for one, whatever its code", () => {
  expect(refused(400, { error_type: "validation" })).toBe(false);
  expect(refused(400, { error_type: "system", field_name: "page" })).toBe(false);
});
