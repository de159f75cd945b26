import { createServer, type Server } from "node:http";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { Journal } from "../recordings/journal.js";
import { defaultSettings } from "../settings/settings.js";
import { Client } from "./client.js";

let server: Server | null = null;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function clientOf(target: Server): Promise<Client> {
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  const address = target.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  return new Client(
    { ...defaultSettings(url), apiKey: "a-key-that-is-long-enough", concurrency: 1 },
    new Journal(null),
  );
}

it("sends nothing over a connection that was idle for long, which the target may be about to close", async () => {
  let connections = 0;
  server = createServer((_, response) => response.end("{}")).on("connection", () => {
    connections += 1;
  });
  server.keepAliveTimeout = 60_000;
  const client = await clientOf(server);
  const ask = () => client.call({ check: "a", operation: "v1ListLabels" });
  try {
    await ask();
    await ask();
    expect(connections).toBe(1);
    await setTimeout(1_500);
    await ask();
    expect(connections).toBe(2);
  } finally {
    await client.close();
  }
});

it("takes answers of a target that says 100 Continue to what did not ask for it", async () => {
  server = createServer((request, response) => {
    response.writeContinue();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url, headers } = request;
      const text = JSON.stringify({
        method,
        url,
        key: headers["api-key"],
        sent: String(Buffer.concat(chunks)),
      });
      response.writeHead(200, { "content-type": "application/json" }).end(text);
    });
  });
  const client = await clientOf(server);
  try {
    const read = await client.call({ check: "a", operation: "v1ListLabels", query: { page: 2 } });
    expect(read).toMatchObject({ trouble: null, retried: ["UND_ERR_SOCKET"], answer: { status: 200 } });
    const made = await client.call({ check: "a", operation: "v2CreateBatch", body: { a: 1 } });
    expect(made).toMatchObject({
      trouble: null,
      answer: { body: { value: { method: "POST", url: "/v2/batches", sent: '{"a":1}' } } },
    });
  } finally {
    await client.close();
  }
});
