import { createServer, type Server } from "node:http";
import { afterEach, expect, it } from "vitest";
import { Journal } from "../recordings/journal.js";
import { defaultSettings } from "../settings/settings.js";
import { Client } from "./client.js";

let server: Server | null = null;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
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
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  const settings = { ...defaultSettings(url), apiKey: "a-key-that-is-long-enough" };
  const client = new Client(settings, new Journal(null));
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
