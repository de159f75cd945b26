import { OFFSET_LIMIT } from "../../contract/lists.js";
import { all, before, on, onRefusal } from "../bends.js";
import type { Bend, Call } from "../service/behaviours.js";
import { stringsIn } from "../service/body.js";
import { invalidValue, Problem, type ProblemDetail, unknownId } from "../service/problem.js";
import type { Fault } from "./fault.js";
import { refusePage } from "./list-bends/requests.js";

interface Asked {
  readonly page: number;
  readonly size: number;
  readonly query: Call["query"];
}

/** Checks the offset in another way, in v1. */
const offset =
  (change: (usual: boolean, asked: Asked) => boolean): Bend =>
  (does) => ({
    isBeyondOffset: (listing, page, size) => {
      const usual = does.isBeyondOffset(listing, page, size);
      const { v1, query } = listing.call;
      return v1 ? change(usual, { page, size, query }) : usual;
    },
  });

/** Checks the offset in another way, in v2. */
const offsetInV2 =
  (isBeyond: (asked: Omit<Asked, "query">) => boolean): Bend =>
  (does) => ({
    isBeyondOffset: (listing, page, size) =>
      listing.call.v1 ? does.isBeyondOffset(listing, page, size) : isBeyond({ page, size }),
  });

/** Says something else about the offset. */
const saying =
  (change: (detail: ProblemDetail, page: string, query: Call["query"]) => Partial<ProblemDetail>): Bend =>
  (does) => ({
    offsetProblem: (call, page) => {
      const { status, detail } = does.offsetProblem(call, page);
      return new Problem(status, { ...detail, ...change(detail, page, call.query) });
    },
  });

const valued = (value: (page: string, size: string) => string): Bend =>
  saying((_, page, { page_size = "25" }) => ({ field: { name: "page", value: value(page, page_size) } }));

const smallPages = (word: string): Bend =>
  refusePage(word, "page_size", ({ size }) => size > 100, "page_size may be at most 100.");

const usersPerCall =
  (more: number): Bend =>
  (does) => ({ mostUsersPerCall: () => does.mostUsersPerCall() + more });

export const faults: readonly Fault[] = [
  {
    id: "offset-limit-off-by-one",
    rule: "limits.offset.status",
    sentence: "The shipment list accepts an offset of 10,001.",
    bend: offset((_, { page, size }) => page * size > OFFSET_LIMIT + 1),
  },
  {
    id: "offset-limit-missing",
    rule: "limits.offset.status",
    sentence: "The v1 shipment list has no offset limit.",
    bend: offset(() => false),
  },
  {
    id: "offset-limit-counts-pages",
    rule: "limits.offset.status",
    sentence: "The offset limit looks at page alone.",
    bend: offset((_, { page }) => page > OFFSET_LIMIT),
  },
  {
    id: "offset-limit-needs-page",
    rule: "limits.offset.status",
    sentence: "The offset limit is not looked at without page.",
    bend: offset((usual, { query }) => usual && query.page !== undefined),
  },
  {
    id: "offset-limit-overflows",
    rule: "limits.offset.status",
    sentence: "The product of page and page_size is kept in 32 bits.",
    bend: offset((_, { page, size }) => ((page * size) | 0) > OFFSET_LIMIT),
  },
  {
    id: "offset-limit-overflows-behind-small-pages",
    rule: "limits.offset.status",
    sentence:
      "The product of page and page_size is kept in 32 bits without a sign, and a page_size above 100 is refused.",
    bend: all(
      smallPages("shipments"),
      offset((_, { page, size }) => (page * size) >>> 0 > OFFSET_LIMIT),
    ),
  },
  {
    id: "offset-limit-fails-beyond-32-bits",
    rule: "limits.offset.status",
    sentence: "A page of more than 31 bits makes the v1 shipment list fail with 500.",
    bend: offset((usual, { page }) => {
      if (page >= 2 ** 31)
        throw new Problem(500, { type: "system", code: "unspecified", message: "The service failed." });
      return usual;
    }),
  },
  {
    id: "offset-limit-missing-with-tag",
    rule: "limits.offset.status",
    sentence: "With a tag the shipment list has no offset limit.",
    bend: offset((usual, { query }) => usual && query.tag === undefined),
  },
  {
    id: "offset-limit-needs-page-size-in-a-batch",
    rule: "limits.offset.status",
    sentence: "With batch_id the offset limit is not looked at without page_size.",
    bend: offset(
      (usual, { query }) => usual && (query.batch_id === undefined || query.page_size !== undefined),
    ),
  },
  {
    id: "offset-limit-missing-by-change",
    rule: "limits.offset.status",
    sentence: "Sorted by modified_at the shipment list has no offset limit.",
    bend: offset((usual, { query }) => usual && query.sort_by !== "modified_at"),
  },
  {
    id: "offset-limit-missing-in-modified-window",
    rule: "limits.offset.status",
    sentence: "With modified_at_start the shipment list has no offset limit.",
    bend: offset((usual, { query }) => usual && query.modified_at_start === undefined),
  },
  {
    id: "offset-limit-missing-in-modified-end",
    rule: "limits.offset.status",
    sentence: "With modified_at_end the shipment list has no offset limit.",
    bend: offset((usual, { query }) => usual && query.modified_at_end === undefined),
  },
  {
    id: "offset-limit-missing-at-25-with-status",
    rule: "limits.offset.status",
    sentence: "With a status pages of 25 shipments have no offset limit.",
    bend: offset((usual, { size, query }) => usual && !(size === 25 && query.shipment_status !== undefined)),
  },
  {
    id: "offset-limit-missing-in-any-status",
    rule: "limits.offset.status",
    sentence: "With shipment_status any, as links show it, the shipment list has no offset limit.",
    bend: offset((usual, { query }) => usual && query.shipment_status !== "any"),
  },
  {
    id: "offset-limit-needs-page-size",
    rule: "limits.offset.default-page-size",
    sentence: "The offset limit is not looked at without page_size.",
    bend: (does) => ({
      isBeyondOffset: (listing, page, size) =>
        listing.call.query.page_size !== undefined && does.isBeyondOffset(listing, page, size),
    }),
  },
  {
    id: "offset-error-type-business",
    rule: "limits.offset.error-type",
    sentence: "The error of the offset limit has the type business_rules.",
    blame: "With that type it may not name a field and a value, which only errors of type validation do.",
    bend: saying(() => ({ type: "business_rules" })),
  },
  {
    id: "offset-error-code-invalid-object",
    rule: "limits.offset.error-code",
    sentence: "The error of the offset limit has the code invalid_object.",
    bend: saying(() => ({ code: "invalid_object" })),
  },
  {
    id: "offset-error-code-rate-limit",
    rule: "limits.offset.error-code",
    sentence: "The error of the offset limit has the code rate_limit_exceeded.",
    bend: saying(() => ({ code: "rate_limit_exceeded" })),
  },
  {
    id: "offset-error-type-business-by-default",
    rule: "limits.offset.error-type",
    sentence: "The error of the offset limit has the type business_rules where no page_size was asked for.",
    blame: "With that type it may not name a field and a value, which only errors of type validation do.",
    bend: saying((_, _page, { page_size }) => (page_size === undefined ? { type: "business_rules" } : {})),
  },
  {
    id: "offset-error-code-invalid-object-with-filters",
    rule: "limits.offset.error-code",
    sentence: "The error of the offset limit has the code invalid_object if a status or a tag is asked for.",
    bend: saying((_, _page, { shipment_status: status, tag }) =>
      status === undefined && tag === undefined ? {} : { code: "invalid_object" },
    ),
  },
  {
    id: "offset-error-names-page-size",
    rule: "limits.offset.field-name",
    sentence: "The error of the offset limit names page_size.",
    bend: saying((_, page) => ({ field: { name: "page_size", value: page } })),
  },
  {
    id: "offset-error-names-page-size-at-500",
    rule: "limits.offset.field-name",
    sentence: "The error of the offset limit names page_size for pages of 500.",
    bend: saying((_, page, { page_size }) =>
      page_size === "500" ? { field: { name: "page_size", value: page } } : {},
    ),
  },
  {
    id: "offset-error-names-page-size-by-default",
    rule: "limits.offset.field-name",
    sentence: "The error of the offset limit names page_size where none was asked for.",
    bend: saying((_, page, { page_size }) =>
      page_size === undefined ? { field: { name: "page_size", value: page } } : {},
    ),
  },
  {
    id: "offset-error-value-constant",
    rule: "limits.offset.field-value",
    sentence: "The error of the offset limit always gives 401 as the value.",
    bend: valued(() => "401"),
  },
  {
    id: "offset-error-value-is-size",
    rule: "limits.offset.field-value",
    sentence: "The error of the offset limit gives the page size as the value.",
    bend: valued((_, size) => size),
  },
  {
    id: "offset-error-value-is-offset",
    rule: "limits.offset.field-value",
    sentence: "The error of the offset limit gives the product as the value.",
    bend: valued((page, size) => String(Number(page) * Number(size))),
  },
  {
    id: "offset-error-without-advice",
    rule: "limits.offset.message",
    sentence: "The message of the offset limit says nothing of filters.",
    bend: saying(() => ({ message: "The page is out of range." })),
  },
  {
    id: "offset-limit-refuses-boundary",
    rule: "limits.offset.boundary",
    sentence: "An offset of exactly 10,000 is refused.",
    bend: offset((_, { page, size }) => page * size >= OFFSET_LIMIT),
  },
  {
    id: "offset-limit-refuses-boundary-at-size-1",
    rule: "limits.offset.boundary",
    sentence: "Page 10,000 of size 1 is refused.",
    bend: offset((usual, { page, size }) => usual || (size === 1 && page >= OFFSET_LIMIT)),
  },
  {
    id: "offset-limit-refuses-boundary-at-size-500",
    rule: "limits.offset.boundary",
    sentence: "Page 20 of size 500 is refused.",
    bend: offset((usual, { page, size }) => usual || (size === 500 && page >= 20)),
  },
  {
    id: "shipments-page-size-500-refused",
    rule: "limits.offset.page-size-500",
    sentence: "The shipment list refuses a page_size above 100.",
    bend: all(smallPages("shipments"), smallPages("v2-shipments")),
  },
  {
    id: "v2-offset-limit-missing",
    rule: "limits.offset.v2",
    sentence: "The v2 shipment list has no offset limit.",
    bend: offsetInV2(() => false),
  },
  {
    id: "v2-offset-limit-overflows",
    rule: "limits.offset.v2",
    sentence: "The product of page and page_size is kept in 32 bits in v2.",
    bend: offsetInV2(({ page, size }) => ((page * size) | 0) > OFFSET_LIMIT),
  },
  {
    id: "v2-offset-limit-ten-times-as-far",
    rule: "limits.offset.v2",
    sentence: "The offset limit of v2 is 100,000.",
    bend: offsetInV2(({ page, size }) => page * size > 10 * OFFSET_LIMIT),
  },
  {
    id: "v2-offset-limit-in-other-words",
    rule: "limits.offset.v2",
    sentence: "The v2 shipment list refuses pages above the offset limit as a matter of business.",
    bend: onRefusal("v2ListShipments", 400, (_, problem) => {
      if (problem.detail.field?.name !== "page") throw problem;
      const message = "That is too far; narrow it with filters.";
      throw new Problem(400, { type: "business_rules", code: "unspecified", message });
    }),
  },
  {
    id: "shipments-user-limit-missing",
    rule: "limits.users-per-call",
    sentence: "A user can be assigned to any number of shipments in one call.",
    bend: usersPerCall(Number.POSITIVE_INFINITY),
  },
  {
    id: "shipments-user-limit-one-more",
    rule: "limits.users-per-call",
    sentence: "A user can be assigned to 501 shipments in one call.",
    bend: usersPerCall(1),
  },
  {
    id: "shipments-user-limit-missing-where-one-is-known",
    rule: "limits.users-per-call",
    sentence:
      "A user can be assigned to any number of shipments in one call, if not all of them are unknown.",
    bend: all(
      usersPerCall(Number.POSITIVE_INFINITY),
      before("v2AssignShipmentsUser", (call) => {
        const ids = stringsIn(call.object(), "shipment_ids");
        const [first] = ids;
        if (first !== undefined && ids.every((id) => call.world.shipments.get(id) === undefined))
          throw unknownId("shipment_id", first);
      }),
    ),
  },
  {
    id: "shipments-user-limit-one-less",
    rule: "limits.users-per-call.most",
    sentence: "A user can be assigned to 499 shipments in one call.",
    bend: usersPerCall(-1),
  },
  {
    id: "shipments-user-limit-one-less-in-other-words",
    rule: "limits.users-per-call.most",
    sentence: "A user can be assigned to 499 shipments in one call; 500 are refused in other words than 501.",
    bend: on("v2AssignShipmentsUser", (call, next) => {
      if (stringsIn(call.object(), "shipment_ids").length === 500)
        throw invalidValue("shipment_ids", "500", "That is one shipment too many.");
      return next(call);
    }),
  },
  {
    id: "shipments-user-limit-one-less-by-rate-code",
    rule: "limits.users-per-call.most",
    sentence: "A user can be assigned to 499 shipments in one call; more are refused by rate_limit_exceeded.",
    bend: before("v2AssignShipmentsUser", (call) => {
      if (stringsIn(call.object(), "shipment_ids").length < 500) return;
      const message = "That is too many shipments.";
      throw new Problem(400, { type: "business_rules", code: "rate_limit_exceeded", message });
    }),
  },
  {
    id: "shipments-user-limit-one-less-for-unknown-shipments",
    rule: "limits.users-per-call.most",
    sentence: "Unknown shipments are refused with 404, but 500 or more of them with 400 for their number.",
    bend: before("v2AssignShipmentsUser", (call) => {
      const ids = stringsIn(call.object(), "shipment_ids");
      if (ids.length >= 500)
        throw invalidValue("shipment_ids", String(ids.length), "That is too many shipments.");
      const [unknown] = ids.filter((id) => call.world.shipments.get(id) === undefined);
      if (unknown !== undefined) throw unknownId("shipment_id", unknown);
    }),
  },
];
