import { expect, it } from "vitest";
import { sampleExchange } from "../../oracles/testing.js";
import { lastReads } from "./repeats.js";

it("takes the last answer to each wanted address that was read with the right key", () => {
  const read = (index: number, path: string, more = {}) => sampleExchange({ index, path, ...more });
  const exchanges = [
    read(0, "/v1/labels"),
    read(1, "/v1/labels?page=2"),
    read(2, "/v1/labels"),
    read(3, "/v1/labels", { key: "wrong" }),
    read(4, "/v1/labels?page=3"),
    read(5, "/health", { operation: null }),
  ];
  const reads = lastReads(exchanges, ({ id }, url) => id === "v1ListLabels" && !url.endsWith("page=3"));
  expect([...reads.values()].map(({ index }) => index)).toEqual([2, 1]);
});
