import { describe, expect, it } from "vitest";
import type { Answered, Findings } from "../../wire/exchange.js";
import { sampleExchange } from "../testing.js";
import { byIdAfter, goneAfter, listAfter, type WebhookBlames, type WebhookMove } from "./sequences.js";

const answered = (status = 200): Answered => ({
  ...sampleExchange(),
  answer: { status, headers: {}, body: { kind: "empty" } },
});
const BLAMES: WebhookBlames = {
  accepted: {
    create: "webhooks.v2.create.object",
    update: "webhooks.v2.put.accepted",
    delete: "webhooks.v2.delete.accepted",
  },
  members: { create: { name: "webhooks.v2.create.name" }, update: { name: "webhooks.v2.put.name" } },
  listed: "webhooks.v2.create.listed",
  gone: "webhooks.v2.delete.gone",
  others: {
    create: "webhooks.v2.create.listed",
    update: "webhooks.v2.put.only-that-one",
    delete: "webhooks.v2.delete.only-that-one",
  },
  reused: null,
};
const item = (id: string, name = id) => ({ id, createdAt: null, raw: { webhook_id: id, name } });
const listOf = (...items: readonly ReturnType<typeof item>[]) => ({
  items,
  exchanges: [answered()],
  whole: true,
});
const MODEL = {
  alive: new Map(["a", "b"].map((id) => [id, { sent: { name: id }, former: [] }])),
  dead: new Set(["z"]),
};
const found = (kind: WebhookMove, id: string, list: ReturnType<typeof listOf>, blames = BLAMES) =>
  listAfter(MODEL, { kind, id, answer: answered() }, list, blames).map(({ rule, received }) => [
    rule,
    received,
  ]);

describe("listAfter", () => {
  it("is silent if the list is as the model, whatever other clients have", () => {
    expect(found("create", "a", listOf(item("b"), item("a"), item("other")))).toEqual([]);
  });

  it("blames the move for its own webhook, and otherwise for the others", () => {
    expect(found("create", "a", listOf(item("b")))).toEqual([["webhooks.v2.create.listed", "without a: b"]]);
    expect(found("update", "a", listOf(item("a")))).toEqual([
      ["webhooks.v2.put.only-that-one", "without b: a"],
    ]);
    const renamed = listOf(item("a", "x"), item("b"));
    expect(found("create", "a", renamed)).toEqual([["webhooks.v2.create.name", '"x"']]);
    expect(found("update", "a", renamed)).toEqual([["webhooks.v2.put.name", '"x"']]);
    expect(found("delete", "z", renamed)).toEqual([["webhooks.v2.delete.only-that-one", '"x"']]);
    expect(found("update", "a", renamed, { ...BLAMES, members: null })).toEqual([]);
  });

  it("finds deleted webhooks and ids that come again", () => {
    const list = listOf(item("a"), item("b"), item("z"));
    expect(found("delete", "z", list)).toEqual([["webhooks.v2.delete.gone", "listed: z"]]);
    const inactive = { ...item("z"), raw: { ...item("z").raw, active: false } };
    expect(found("delete", "z", listOf(item("a"), item("b"), inactive))).toEqual([]);
    const blames = { ...BLAMES, reused: "webhooks.v1.ids-not-reused" } as const;
    expect(found("create", "z", list, blames)).toEqual([["webhooks.v1.ids-not-reused", "z"]]);
  });
});

describe("a webhook by id", () => {
  const step = (id: string) => ({ id, answer: answered() });
  const list = listOf(item("a"));
  const byId = (raw: Record<string, unknown> | null) => ({
    exchange: answered(raw === null ? 404 : 200),
    raw,
  });
  const told = (findings: Findings) => findings.map(({ rule, received }) => [rule, received]);

  it("is as in the list", () => {
    const read = (id: string, raw: Record<string, unknown> | null) =>
      told(byIdAfter(step(id), list, byId(raw)));
    expect(read("a", item("a").raw)).toEqual([]);
    expect(read("a", item("a", "x").raw)).toEqual([["webhooks.v2.get.equals", '"x"']]);
    expect(read("a", null)).toEqual([["webhooks.v2.get.equals", "status 404"]]);
    expect(read("b", null)).toEqual([]);
  });

  it("is gone once deleted", () => {
    const read = (raw: Record<string, unknown> | null) => told(goneAfter(step("z"), list, byId(raw), BLAMES));
    expect(read(null)).toEqual([]);
    expect(read(item("z").raw)).toEqual([["webhooks.v2.delete.gone", "still readable by id"]]);
  });
});
