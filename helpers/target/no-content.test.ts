import { createServer } from "node:net";
import { expect, it } from "vitest";
import { Client } from "./client.js";
import { Journal } from "./journal.js";
import { defaultSettings } from "./settings.js";

/** Answers every request with this text, byte for byte. */
async function answering(text: string, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.write(text));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  try {
    await use(`http://127.0.0.1:${address.port}`);
  } finally {
    server.close();
  }
}

it("shows a 204 that announces a body as an answer, not as trouble of the transport", async () => {
  const body = '{"archived":true}';
  await answering(`HTTP/1.1 204 No Content\r\nContent-Length: ${body.length}\r\n\r\n${body}`, async (url) => {
    const client = new Client({ ...defaultSettings(url), apiKey: "key" }, new Journal(null));
    const { answer, trouble } = await client.call({
      check: "test",
      operation: "v1ArchiveBatch",
      path: { batch_id: "se-1" },
    });
    expect(trouble).toBeNull();
    expect(answer?.status).toBe(204);
    expect(answer?.body).toMatchObject({
      kind: "unreadable",
      why: expect.stringContaining("Content-Length 17"),
    });
    await client.close();
  });
});
