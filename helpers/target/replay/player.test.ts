import { expect, it } from "vitest";
import type { Exchange } from "../../wire/exchange.js";
import { BudgetExhausted } from "../client/budget.js";
import { Journal } from "../recordings/journal.js";
import { BUDGET_NOTE } from "../recordings/note-names.js";
import type { SideNote } from "../recordings/recording.js";
import { RecordedSideNotes } from "../recordings/side-notes.js";
import { defaultSettings } from "../settings/settings.js";
import { clientOf, serve } from "../testing.js";
import { Player } from "./player.js";

const settings = { ...defaultSettings("http://t.test"), apiKey: "a-key-of-nobody" };
const LABELS = { check: "a", operation: "v1ListLabels" } as const;

function recorded(page: number, more: Partial<Exchange> = {}): Exchange {
  return {
    index: 0,
    check: "a",
    ordinal: 0,
    operation: "v1ListLabels",
    request: {
      method: "GET",
      url: `http://t.test/v1/labels?page=${page}`,
      headers: { accept: "application/json", "user-agent": "another version" },
      body: null,
      key: "right",
    },
    answer: { status: 200, headers: {}, body: { kind: "text", text: `page ${page}` } },
    trouble: null,
    startedAt: "2026-01-01T00:00:00.000Z",
    ms: 1,
    ...more,
  };
}

function player(exchanges: readonly Exchange[], sideNotes: readonly SideNote[] = []): Player {
  const journal = new Journal(null);
  for (const { index: _, ...exchange } of exchanges) journal.append(exchange);
  return new Player(settings, new Journal(null), { sideNotes, journal });
}

it("gives the answers in the order in which they came, however they are asked for", async () => {
  const played = player([recorded(1), recorded(2), recorded(3)]);
  const order: number[] = [];
  await Promise.all(
    [3, 1, 2].map(async (page) => {
      const { index } = await played.call({ ...LABELS, query: { page } });
      order.push(index);
    }),
  );
  expect(order).toEqual([0, 1, 2]);
  expect(played.unplayed).toBe(0);
});

it("tells the time of the recorded run", async () => {
  const later = recorded(2, { startedAt: "2026-01-01T00:01:00.000Z", ms: 250 });
  const played = player([recorded(1), later]);
  await played.call({ ...LABELS, query: { page: 1 } });
  const first = played.now;
  await played.call({ ...LABELS, query: { page: 2 } });
  expect(played.now - first).toBe(60_249);
});

it("lets what follows from an answer happen before it gives the next", async () => {
  const played = player([recorded(1), recorded(2), recorded(3)]);
  const order: number[] = [];
  const ask = async (page: number) => order.push((await played.call({ ...LABELS, query: { page } })).index);
  await Promise.all([ask(3), ask(1).then(() => ask(2))]);
  expect(order).toEqual([0, 1, 2]);
});

it("gives equal requests first to the check that sent them, then to others", async () => {
  const played = player([recorded(1, { check: "b" }), recorded(1), recorded(1, { check: "c" })]);
  expect(await played.call({ ...LABELS, query: { page: 1 } })).toMatchObject({ index: 1, check: "a" });
  expect(await played.call({ ...LABELS, query: { page: 1 } })).toMatchObject({ index: 0, check: "a" });
  expect(played.unplayed).toBe(1);
});

it("tells requests apart by key, method, body and header", async () => {
  const played = player([recorded(1)]);
  const odd = [
    { key: "wrong" },
    { method: "PUT" },
    { body: {} },
    { headers: { Accept: "text/csv" } },
  ] as const;
  for (const one of odd) {
    await expect(played.call({ ...LABELS, query: { page: 1 }, ...one })).rejects.toThrow("no answer to");
  }
  expect((await played.call({ ...LABELS, query: { page: 1 } })).index).toBe(0);
});

it("says what the recording does not hold", async () => {
  await expect(player([]).call({ ...LABELS, query: { page: 7 } })).rejects.toThrow(
    /^the recording holds no answer to GET \/v1\/labels\?page=7;/,
  );
});

it("refuses what a used-up budget refused then", async () => {
  const spent = player([recorded(1, { check: "b" })], [{ name: BUDGET_NOTE, value: 7 }]);
  await expect(spent.call({ ...LABELS, query: { page: 1 } })).rejects.toThrow(BudgetExhausted);
});

it("plays trouble and retries as they were recorded, at once", async () => {
  let count = 0;
  const url = await serve((_request, response) => {
    count += 1;
    if (count === 3) response.socket?.destroy();
    else response.writeHead(count < 6 ? 503 : 200, { "retry-after": "0" }).end();
  });
  const journal = new Journal(null);
  const live = clientOf(url, {}, journal);
  for (const page of [1, 2]) await live.call({ ...LABELS, query: { page } });
  expect(live.instability).toEqual({ STATUS_503: 4, UND_ERR_SOCKET: 1 });

  const again = new Player(live.settings, new Journal(null), { sideNotes: [], journal });
  const from = performance.now();
  for (const [at, page] of [1, 2].entries()) {
    expect(await again.call({ ...LABELS, query: { page } })).toEqual(journal.exchanges[at]);
  }
  expect(performance.now() - from).toBeLessThan(1000);
  expect(again.instability).toEqual(live.instability);
  expect(again.requests).toBe(live.requests);
});

it("repeats what was learnt beside the exchanges, in order, and says where that ends", () => {
  const sideNotes = new RecordedSideNotes([
    { name: "look", value: 1 },
    { name: "handshake", value: null },
    { name: "look", value: 2 },
  ]);
  expect([sideNotes.keep("look"), sideNotes.keep("look"), sideNotes.keep("handshake")]).toEqual([1, 2, null]);
  expect(() => sideNotes.keep("look")).toThrow("the recording holds no answer to look");
});
