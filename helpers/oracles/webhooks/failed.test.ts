import { expect, it } from "vitest";
import { sampleAnswered } from "../testing.js";
import { failedAlike, membersApart } from "./failed.js";

const creation = (status: number, body: object) => {
  const { request, ...exchange } = sampleAnswered({ status });
  return { ...exchange, request: { ...request, body: JSON.stringify(body) } };
};
const long = { name: "a long name", url: "https://ours.test/", headers: [] };
const short = { ...long, name: "short" };

it("finds creations that fail for every event and store", () => {
  const failed = [
    creation(500, { ...long, event: "batch", store_id: 1 }),
    creation(500, { ...long, event: "batch" }),
    creation(500, { ...long, event: "report_complete" }),
  ];
  expect(failedAlike([...failed, creation(201, { ...short, event: "batch" })])).toEqual(failed);
});

it("counts neither one failure nor refusals nor what succeeds for another event", () => {
  const failed = creation(500, { ...long, event: "batch" });
  expect(failedAlike([])).toEqual([]);
  expect(failedAlike([failed])).toEqual([]);
  expect(failedAlike([failed, creation(201, { ...long, event: "report_complete" })])).toEqual([]);
  expect(failedAlike([failed, creation(409, { ...long, event: "report_complete" })])).toEqual([]);
  expect(failedAlike([failed, creation(500, { ...short, event: "batch" })])).toEqual([]);
});

it("names the members in which two creations differ", () => {
  expect(membersApart(creation(500, long), creation(201, { ...short, event: "batch" }))).toEqual(["name"]);
  expect(membersApart(creation(500, long), creation(201, { ...long, headers: undefined }))).toEqual([
    "headers",
  ]);
});
