import { expect, it } from "vitest";
import { askPlainly } from "./plain-probe.js";
import { serve } from "./testing.js";

it("reads the beginning of a body that has no end", async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(10_000)));
    };
    response.on("drain", more);
    more();
  });
  const answer = await askPlainly(url, 5_000);
  expect(answer).toMatchObject({ status: 200, contentType: "application/json", text: "x".repeat(4_000) });
});

it("ends a slow drip after the time-out as a whole", async () => {
  const url = await serve((_, response) => {
    const timer = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(timer));
  });
  expect(await askPlainly(url, 300)).toMatchObject({ status: null, text: "" });
});
