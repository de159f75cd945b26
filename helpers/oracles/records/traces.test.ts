import { describe, expect, it } from "vitest";
import { sampleExchange } from "../testing.js";
import { traceOf } from "./traces.js";

const PATH = "/v2/suppliers";
const list = (index: number, ...names: readonly string[]) =>
  sampleExchange({
    path: PATH,
    index,
    json: { suppliers: names.map((name, at) => ({ supplier_id: `se-${at}`, about: { name } })) },
  });
const byId = (index: number, name: string) =>
  sampleExchange({ path: `${PATH}/se-0`, index, json: { supplier_id: "se-0", name } });

function update(index: number, status: number) {
  const exchange = sampleExchange({ method: "PUT", path: `${PATH}/se-999`, index, status });
  return { ...exchange, request: { ...exchange.request, body: JSON.stringify({ name: "ours" }) } };
}

const trace = (sent: Parameters<typeof traceOf>[1], reads: Parameters<typeof traceOf>[2]) =>
  traceOf("ours", sent, reads, "supplier_id");

describe("traceOf", () => {
  it("finds a record that shows later what was sent to none, in the list or by its id", () => {
    const listed = trace([update(2, 404)], [list(1, "one", "two"), list(3, "one", "ours")]);
    expect(listed).toMatchObject({ id: "se-1", pointer: "/about/name" });
    expect(trace([update(2, 400)], [list(1, "one"), byId(3, "ours")])).toMatchObject({ id: "se-0" });
  });

  it("leaves out records that are new, other texts and earlier readings", () => {
    expect(trace([update(2, 404)], [list(1, "one"), list(3, "one", "ours")])).toBeNull();
    expect(trace([update(2, 404)], [list(1, "one"), list(3, "theirs")])).toBeNull();
    expect(trace([update(2, 404)], [list(1, "ours")])).toBeNull();
  });

  it("leaves accepted and failed changes to their own rules", () => {
    for (const status of [200, 500])
      expect(trace([update(2, status)], [list(1, "a"), list(3, "ours")])).toBeNull();
  });
});
