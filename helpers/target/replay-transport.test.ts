import { expect, it } from "vitest";
import { Client } from "./client.js";
import { Journal } from "./journal.js";
import { NOT_RECORDED, replayTransport } from "./replay-transport.js";
import { clientOf, serve } from "./testing.js";

it("answers the same requests with the same exchanges, without the network", async () => {
  let count = 0;
  const url = await serve((request, response) => {
    if (request.url === "/v1/gone") request.socket.destroy();
    else response.writeHead(200, { "content-type": "application/json" }).end(`{"n":${count++}}`);
  });
  const first = clientOf(url);
  const ask = async (client: Client) => {
    await client.call({ check: "a", operation: "v1ListLabels", query: { page: 1 } });
    await client.call({ check: "b", operation: "v1ListLabels", key: "query" });
    await client.call({ check: "a", operation: "v1ListLabels", query: { page: 2 } });
    await client.call({ check: "a", pathname: "/v1/gone", method: "POST" });
  };
  await ask(first);
  const again = new Client(first.settings, new Journal(null), replayTransport(first.journal.exchanges));
  await ask(again);
  expect(again.journal.exchanges).toEqual(first.journal.exchanges);
  expect(count).toBe(3);
});

it("says so when something else is asked", async () => {
  const url = await serve((_, response) => response.end("{}"));
  const first = clientOf(url);
  await first.call({ check: "a", pathname: "/v1/one" });
  const again = new Client(first.settings, new Journal(null), replayTransport(first.journal.exchanges));
  const missing = { answer: null, trouble: NOT_RECORDED };
  expect(await again.call({ check: "a", pathname: "/v1/other" })).toMatchObject(missing);
  expect(await again.call({ check: "a", pathname: "/v1/one" })).toMatchObject(missing);
  expect(await again.call({ check: "b", method: "PUT", pathname: "/v1/one" })).toMatchObject(missing);
});
