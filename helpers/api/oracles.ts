/**
 * What `plimsoll/oracles` offers: the relations of the contract between readings, as pure functions from what was read
 * to what is wrong with it. All of it keeps its name and meaning within a major version.
 */

export type { SortDir } from "../contract/lists.js";
export { type EventJudgement, judgeReportComplete } from "../oracles/event.js";
export type { Blame } from "../oracles/finding.js";
export { exceedsOffset } from "../oracles/offset.js";
export { complete, difference, disjoint, type SetClaim, sameSet, subset } from "../oracles/sets.js";
export { orderInside, type SliceClaim, slice } from "../oracles/slices.js";
export { type Dated, oldestFirst } from "../wire/dated.js";
export type { Exchange, Finding } from "../wire/exchange.js";
export { type Instant, parseInstant } from "../wire/instant.js";
