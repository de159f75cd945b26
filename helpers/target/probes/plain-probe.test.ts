import { expect, it } from "vitest";
import { serve } from "../testing.js";
import { askPlainly } from "./plain-probe.js";

it("reads the beginning of a body that has no end", async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"labels":[');
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(10_000)));
    };
    response.on("drain", more);
    more();
  });
  const answer = await askPlainly(url, 5_000);
  expect(answer).toMatchObject({ status: 200, served: true });
});

it("ends a slow drip after the time-out as a whole", async () => {
  const url = await serve((_, response) => {
    const timer = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(timer));
  });
  expect(await askPlainly(url, 300)).toMatchObject({ status: null, served: false });
});

it.each([
  [200, '{"labels":[],"total":0}', true],
  [200, "<h1>labels</h1>", false],
  [401, '{"errors":[],"labels":[]}', false],
  [403, '{"request_id":"1","errors":[]}', false],
  [426, '{"request_id":"1","errors":[]}', false],
])("takes status %i with %s for served: %s", async (status, text, served) => {
  const url = await serve((_, response) => response.writeHead(status).end(text));
  expect(await askPlainly(url, 5_000)).toEqual({ status, served });
});
