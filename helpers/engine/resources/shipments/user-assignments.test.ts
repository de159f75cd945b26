import { describe, expect, it } from "vitest";
import { isObject } from "../../../contract/json.js";
import { sampleAnswered } from "../../../oracles/testing.js";
import { assign } from "./user-assignments.js";

const OF_RATE = { errors: [{ error_type: "business_rules", error_code: "rate_limit_exceeded" }] };

/** The status with which three shipments are answered where more than these are refused. */
async function statusOfThree(most: number, refusal: number) {
  const send = async ({ body }: { readonly body?: unknown }) =>
    isObject(body) && Number(body.amount) > most
      ? sampleAnswered({ status: refusal, json: OF_RATE })
      : sampleAnswered();
  const { answer } = await assign({ send }, (ids) => ({ amount: ids.length }), ["se-1", "se-2", "se-3"]);
  return answer.status;
}

describe("a call that is refused by the error code for the rate", () => {
  it("is refused for the number where one shipment is answered", async () => {
    expect(await statusOfThree(2, 400)).toBe(400);
  });

  it("says nothing where one shipment is refused so too", async () => {
    await expect(statusOfThree(0, 400)).rejects.toThrow("answered with 400");
  });

  it("says nothing where the status is that for the rate", async () => {
    await expect(statusOfThree(2, 429)).rejects.toThrow("answered with 429");
  });
});
