import { once } from "node:events";
import { connect } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Finding } from "../../wire/exchange.js";
import { hearNews, newsTo } from "./news.js";

const finding: Finding = {
  rule: "labels.filter.status",
  operation: "v1ListLabels",
  request: "GET /v1/labels",
  documented: "a",
  received: "b",
  exchanges: [],
};

it("names each broken rule at once, and nothing that was cut off", async () => {
  const heard = vi.fn();
  const desk = await hearNews({ broken: heard });
  onTestFinished(desk.close);
  const line = newsTo(desk.address);
  line.tell(finding);
  await vi.waitFor(() => expect(heard.mock.calls).toEqual([[finding]]));
  line.close();
  const died = connect(desk.address.port, "127.0.0.1");
  await once(died, "connect");
  died.end(`${desk.address.password}\n{"rule":"labels.filter`);
  await once(died, "close");
  expect(heard).toHaveBeenCalledTimes(1);
});

it("hears nobody who does not know the password", async () => {
  const heard = vi.fn();
  const desk = await hearNews({ broken: heard });
  onTestFinished(desk.close);
  const stranger = connect(desk.address.port, "127.0.0.1");
  stranger.write(`made-up\n${JSON.stringify(finding)}\n`);
  await once(stranger, "close");
  expect(heard).not.toHaveBeenCalled();
});

it("goes on where nobody hears", async () => {
  const desk = await hearNews({ broken: () => {} });
  const line = newsTo(desk.address);
  desk.close();
  expect(() => line.tell(finding)).not.toThrow();
  line.close();
});

it("tells of a pause that the target asked for", async () => {
  const heard = vi.fn();
  const desk = await hearNews({ broken: () => {}, pausing: heard });
  onTestFinished(desk.close);
  const line = newsTo(desk.address);
  const pause = { status: 429, until: 1000 };
  line.pausing(pause);
  await vi.waitFor(() => expect(heard.mock.calls).toEqual([[pause]]));
  line.close();
});

it("tells of a wait and of its end", async () => {
  const heard = vi.fn();
  const desk = await hearNews({ broken: () => {}, listening: heard });
  onTestFinished(desk.close);
  const line = newsTo(desk.address);
  const wait = { pid: 7, until: 1000 };
  line.listening(wait);
  line.listening(null);
  await vi.waitFor(() => expect(heard.mock.calls).toEqual([[wait], [null]]));
  line.close();
});
