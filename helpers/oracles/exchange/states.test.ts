import { describe, expect, it } from "vitest";
import { sampleExchange } from "../testing.js";
import { RecordStates, statesIn } from "./states.js";

const NONE: ReadonlySet<string> = new Set();
const list = (index: number, states: Readonly<Record<string, string>>, path = "/v2/purchase_orders") =>
  sampleExchange({
    operation: "v2ListPurchaseOrders",
    path,
    index,
    json: Object.entries(states).map(([purchase_order_id, status]) => ({ purchase_order_id, status })),
  });
const summary = (index: number, id: string) =>
  sampleExchange({
    operation: "v2GetPurchaseOrderOrderSummary",
    path: `/v2/purchase_orders/${id}/documents/order_summary`,
    index,
  });

describe("statesIn", () => {
  it("reads lists and single records, whatever surrounds them", () => {
    const label = { label_id: "se-1", status: "voided" };
    const read = (json: unknown) =>
      statesIn(sampleExchange({ operation: "v2GetLabel", path: "/v2/labels/se-1", json }));
    for (const json of [label, [label], { labels: [label] }, { data: label }])
      expect(read(json).map(({ id, state }) => [id, state])).toEqual(
        json === label || !("data" in json) ? [["se-1", "voided"]] : [],
      );
  });

  it("leaves out lists under one state, which never show another", () => {
    expect(statesIn(list(0, { "se-1": "open" }, "/v2/purchase_orders?status=open"))).toEqual([]);
    expect(statesIn(list(0, { "se-1": "open" }))).toHaveLength(1);
  });
});

describe("RecordStates", () => {
  const follow = (exchanges: readonly ReturnType<typeof list>[], changed = NONE) => {
    const states = new RecordStates(changed);
    for (const exchange of exchanges) states.look(exchange);
    return states;
  };
  const readBetween = [list(0, { "se-1": "open", "se-2": "open" }), summary(1, "se-1")];

  it("tells a record that moved, and the others in its former state", () => {
    const states = follow([...readBetween, list(2, { "se-1": "receiving", "se-2": "open" })]);
    expect(states.moved).toMatchObject([{ id: "se-1", was: "open", is: "receiving", from: 0, to: 2 }]);
    expect(states.moved.flatMap((moved) => states.others(moved))).toMatchObject([{ id: "se-2", index: 2 }]);
    expect(states.unmoved).toBe(0);
  });

  it("counts a record that was read and stayed, and no other", () => {
    expect(follow([...readBetween, list(2, { "se-1": "open", "se-2": "open" })]).unmoved).toBe(1);
  });

  it("leaves out what the run wrote to, and states that nobody has to write", () => {
    const after = list(2, { "se-1": "receiving" });
    expect(follow([...readBetween, after], new Set(["se-1"])).moved).toEqual([]);
    expect(follow([...readBetween, list(2, { "se-1": "draft" })]).moved).toEqual([]);
  });

  it("leaves out what belongs to a record that the run wrote to", () => {
    const label = (index: number, status: string) =>
      sampleExchange({ index, json: [{ label_id: "se-1", shipment_id: "se-9", status }] });
    const both = [label(0, "completed"), label(1, "voided")];
    expect(follow(both).moved).toHaveLength(1);
    expect(follow(both, new Set(["se-9"])).moved).toEqual([]);
  });
});
