import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import { onTestFinished } from "vitest";
import { Client } from "./client/client.js";
import { Journal } from "./recordings/journal.js";
import { defaultSettings, type Settings } from "./settings/settings.js";

/** Key of the clients made here: long, and with characters that are encoded differently in every place. */
export const TEST_KEY = 'k3y/+"\\=&<test>-0123456789 z';

/** Starts an HTTP server for the duration of the test. Returns its address. */
export function serve(listener: RequestListener): Promise<string> {
  return listen(createServer({ keepAliveTimeout: 60_000 }, listener));
}

/** Starts a server that may write anything after each request head. Returns its address. */
export function serveRaw(reply: (socket: Socket, count: number) => void): Promise<string> {
  let count = 0;
  const sockets = new Set<Socket>();
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return listen(
    createTcpServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("data", () => reply(socket, count++));
    }),
  );
}

/** A client of that address with a journal in memory, closed at the end of the test. */
export function clientOf(url: string, settings: Partial<Settings> = {}, journal = new Journal(null)): Client {
  const client = new Client({ ...defaultSettings(url), apiKey: TEST_KEY, ...settings }, journal);
  onTestFinished(() => client.close());
  return client;
}

function listen(server: Server | TcpServer): Promise<string> {
  onTestFinished(() => {
    server.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("no port");
      resolve(`http://127.0.0.1:${address.port}`);
    });
  });
}
