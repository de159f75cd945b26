import { describe, expect, it } from "vitest";
import type { Generation } from "../../contract/model.js";
import { sampleAnswered } from "../testing.js";
import type { WebhookMove } from "./blames.js";
import { listAfter } from "./sequences.js";

const item = (id: string, name = id) => ({ id, createdAt: null, raw: { webhook_id: id, name } });
const listOf = (...items: readonly ReturnType<typeof item>[]) => ({
  items,
  exchanges: [],
  whole: true,
});
const MODEL = {
  alive: new Map(["a", "b"].map((id) => [id, { sent: { name: id }, former: [] }])),
  dead: new Set(["z"]),
};
const found = (
  kind: WebhookMove,
  id: string,
  list: ReturnType<typeof listOf>,
  generation: Generation = "v2",
) =>
  listAfter(MODEL, { kind, id, answer: sampleAnswered() }, list, generation).map(({ rule, received }) => [
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
    expect(found("create", "a", renamed, "v1")).toEqual([]);
  });

  it("finds deleted webhooks and ids that come again", () => {
    const list = listOf(item("a"), item("b"), item("z"));
    expect(found("delete", "z", list)).toEqual([["webhooks.v2.delete.gone", "listed: z"]]);
    const inactive = { ...item("z"), raw: { ...item("z").raw, active: false } };
    expect(found("delete", "z", listOf(item("a"), item("b"), inactive))).toEqual([]);
    expect(found("create", "z", list, "v1")).toEqual([["webhooks.v1.ids-not-reused", "z"]]);
  });
});
