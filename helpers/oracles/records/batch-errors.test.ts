import { expect, it } from "vitest";
import type { Page } from "../../wire/decode.js";
import { sampleItem, servedPage } from "../testing.js";
import { errorsOfAnother } from "./batch-errors.js";

const [one, other] = [sampleItem("se-1", 1), sampleItem("se-2", 2)];
const page = (...items: Page["items"]) => servedPage([...items], { page: 1, size: 25, dir: "asc" });
const judge = (errors: Page, others: Page) =>
  errorsOfAnother({ rule: "batch.href.errors", batch: "se-9", errors, others });

it("finds an error that another batch lists", () => {
  expect(judge(page(one, other), page(other))).toHaveLength(1);
});

it("accepts an empty list, and an error of its own", () => {
  expect(judge(page(), page(other))).toEqual([]);
  expect(judge(page(one), page(other))).toEqual([]);
});
