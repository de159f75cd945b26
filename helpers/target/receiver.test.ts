import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { openReceiver } from "./receiver.js";

it("takes whole deliveries only, and survives those that are cut off", async () => {
  const receiver = await openReceiver(null, 0);
  onTestFinished(() => receiver.close());
  const socket = connect(Number(new URL(receiver.url).port), "127.0.0.1");
  socket.write("POST /cut HTTP/1.1\r\nHost: r\r\nContent-Length: 100\r\n\r\nhalf");
  await once(socket, "connect");
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  await fetch(`${receiver.url}/whole`, { method: "POST", body: "all of it" });
  expect(await receiver.waitFor(({ path }) => path === "/whole", 2_000)).toBe(true);
  expect(receiver.deliveries).toMatchObject([{ path: "/whole", text: "all of it" }]);
});

it("undoes the coding of a delivery, and refuses one that it does not know", async () => {
  const receiver = await openReceiver(null, 0);
  onTestFinished(() => receiver.close());
  const send = (path: string, coding: string, body: Uint8Array<ArrayBuffer> | string) =>
    fetch(receiver.url + path, { method: "POST", headers: { "Content-Encoding": coding }, body });
  const answers = await Promise.all([
    send("/gzip", "gzip", new Uint8Array(gzipSync("packed"))),
    send("/plain", "utf-8", "never packed"),
    send("/unknown", "snappy", new Uint8Array([0xff, 0x06, 0x00])),
    send("/bomb", "gzip", new Uint8Array(gzipSync("x".repeat(300 * 1024)))),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 415, 413]);
  const texts = receiver.deliveries.map(({ text }) => text).toSorted();
  expect(texts).toEqual(["never packed", "packed"]);
  expect(receiver.refused).toBe(2);
});

it("refuses what is too long, and says how much it refused", async () => {
  const receiver = await openReceiver(null, 0);
  onTestFinished(() => receiver.close());
  const long = await fetch(receiver.url, { method: "POST", body: "x".repeat(300 * 1024) });
  const short = await fetch(receiver.url, { method: "POST", body: "x".repeat(200 * 1024) });
  expect([long.status, short.status]).toEqual([413, 200]);
  expect(receiver).toMatchObject({ refused: 1, deliveries: [{ path: "/" }] });
});
