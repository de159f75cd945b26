import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { afterEach, expect, it } from "vitest";
import { makeCertificate } from "../../reference/service/certificate.js";
import { shakeHands } from "./tls-connect.js";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

const secure = (options: TlsOptions) => createTlsServer({ ...makeCertificate(), ...options });

it("tells the version that works from the one that is refused, whoever signed the certificate", async () => {
  const port = await portOf(secure({ minVersion: "TLSv1.3" }));
  expect(await shakeHands("127.0.0.1", port, "TLSv1.3", 5000)).toEqual({ kind: "accepted" });
  expect(await shakeHands("127.0.0.1", port, "TLSv1.2", 5000)).toMatchObject({
    kind: "refused",
    how: expect.stringMatching(/^ERR_SSL_/),
  });
});

it("takes trouble of the network for no answer", async () => {
  const closing = await portOf(createServer((socket) => socket.destroy()));
  expect(await shakeHands("127.0.0.1", closing, "TLSv1.2", 5000)).toEqual({
    kind: "unclear",
    why: "ECONNRESET",
  });
  const silent = await portOf(createServer((socket) => socket.unref()));
  expect(await shakeHands("127.0.0.1", silent, "TLSv1.2", 100)).toEqual({
    kind: "unclear",
    why: "no answer within 100 ms",
  });
});
