/**
 * What `plimsoll/oracles` offers: the relations of the contract between readings, as pure functions from what was read
 * to what is wrong with it. All of it keeps its name and meaning within a major version.
 */

export type { SortDir } from "../contract/lists.js";
export type { Blame } from "../oracles/finding.js";
export { exceedsOffset } from "../oracles/lists/offset.js";
export { complete, difference, disjoint, type SetClaim, sameSet, subset } from "../oracles/lists/sets.js";
export { orderInside, type SliceClaim, slice } from "../oracles/lists/slices.js";
export { type EventJudgement, judgeReportComplete } from "../oracles/reports/event.js";
export { type Dated, oldestFirst } from "../wire/dated.js";
export type { Exchange, Finding } from "../wire/exchange.js";
export { type Instant, parseInstant } from "../wire/instant.js";
