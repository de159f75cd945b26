import { expect, it } from "vitest";
import type { Raw } from "../../wire/raw.js";
import { sampleExchange } from "../testing.js";
import { handedBack } from "./handed-back.js";

const ONE = { url: "https://ours.invalid/1", name: "one" };
const TWO = { url: "https://ours.invalid/2", name: "two" };

/** A creation of one webhook that is answered with another. */
function creation(sent: Raw, shown: Raw, status = 201) {
  const exchange = sampleExchange({ operation: "v2CreateWebhook", method: "POST", status, json: shown });
  return { ...exchange, request: { ...exchange.request, body: JSON.stringify(sent) } };
}
const first = creation(ONE, { webhook_id: "7", ...ONE });

it("finds a creation that is answered with an earlier webhook", () => {
  const back = creation(TWO, { webhook_id: "7", ...ONE });
  expect(handedBack([first, back])).toMatchObject({
    id: "7",
    member: "url",
    sent: TWO.url,
    shown: ONE.url,
    exchanges: [back, first],
  });
});

it("names the name where the address is as sent", () => {
  const back = creation({ ...TWO, url: ONE.url }, { webhook_id: "7", ...ONE });
  expect(handedBack([first, back])?.member).toBe("name");
});

it("leaves out other ids, refusals, the same webhook asked for again, and answers with nothing but an id", () => {
  expect(handedBack([first, creation(TWO, { webhook_id: "8", ...ONE })])).toBeNull();
  expect(handedBack([first, creation(TWO, { webhook_id: "7", ...ONE }, 409)])).toBeNull();
  expect(handedBack([first, creation(ONE, { webhook_id: "7", ...ONE })])).toBeNull();
  expect(handedBack([first, creation(TWO, { webhook_id: "7" })])).toBeNull();
});

it("leaves out an earlier webhook that takes on what was sent", () => {
  expect(handedBack([first, creation(TWO, { webhook_id: "7", ...TWO })])).toBeNull();
});
