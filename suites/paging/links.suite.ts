import { describe } from "vitest";
import {
  judgeKeptFilters,
  judgeKeptPageSize,
  judgeKeptSort,
  judgeNextLinks,
} from "../../helpers/engine/lists/laws/links.js";
import { eachList } from "../../helpers/engine/lists/reading/judge-list.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

// biome-ignore format: one rule a line
describe("Paging: links", () => {
  rule("paging.links.next-equals-page-plus-1", "follows next links and asks for the same pages by number", (t) => eachList(t, judgeNextLinks));
  rule("paging.links.keep-page-size", "follows links of pages with a size other than the default", (t) => eachList(t, judgeKeptPageSize));
  rule("paging.links.keep-sort", "follows links of pages sorted in another way than the default", (t) => eachList(t, judgeKeptSort));
  rule.fromStandard("paging.links.keep-filters", "follows links of filtered lists, filter by filter", (t) => eachList(t, judgeKeptFilters));
});
