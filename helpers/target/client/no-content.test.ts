import { expect, it } from "vitest";
import { clientOf, serveRaw } from "../testing.js";

it("shows a 204 that announces a body as an answer, not as trouble of the transport", async () => {
  const body = '{"archived":true}';
  const url = await serveRaw((socket) =>
    socket.write(`HTTP/1.1 204 No Content\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
  );
  const { answer, trouble } = await clientOf(url).call({
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
});
