import { expect, it } from "vitest";
import { operation } from "../../contract/operations.js";
import { isFirstPage } from "./first-page.js";

it.each([
  ["v1ListLabels", "", true],
  ["v1ListLabels", "?page=1&page_size=25&sort_dir=asc&sort_by=created_at", true],
  ["v1ListShipments", "?sort_dir=desc", true],
  ["v1ListBatches", "?status=open", true],
  ["v1ListBatches", "", false],
  ["v2ListWebhooks", "", true],
  ["v2ListWebhooks", "?page=1", false],
  ["v1ListLabels", "?page=2", false],
  ["v1ListLabels", "?page=1&page=1", false],
  ["v1ListLabels", "?page_size=500", false],
  ["v1ListLabels", "?sort_by=modified_at", false],
  ["v1ListLabels", "?label_status=voided", false],
  ["v1ListLabels", "?sort_dir=up", false],
  ["v2ListLabels", "", true],
  ["v2ListLabels", "?page_size=25", false],
  ["v2ListTags", "", true],
  ["v2GetLabel", "", false],
  ["v1ListCarriers", "", false],
] as const)("%s%s", (id, query, is) => {
  expect(isFirstPage(operation(id), `http://target.test/list${query}`)).toBe(is);
});
