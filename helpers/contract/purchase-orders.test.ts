import { describe, expect, it } from "vitest";
import { isPossible, ORDER_STATUSES, statusesWhere } from "./purchase-orders.js";

const late = ["receiving", "received", "cancelled", "closed"];

describe("what is possible in a status of a purchase order", () => {
  it("is what the section says", () => {
    expect(statusesWhere("put", true)).toEqual(["draft"]);
    expect(statusesWhere("put", false)).toEqual(ORDER_STATUSES.slice(1));
    expect(statusesWhere("shipping", true)).toEqual(["open"]);
    expect(statusesWhere("shipping", false)).toEqual(late);
    expect(isPossible("shipping", "draft")).toBeNull();
    expect(statusesWhere("orderSummary", true)).toEqual(["open", "receiving", "received", "closed"]);
    expect(statusesWhere("receivedSummary", true)).toEqual(["receiving", "received", "closed"]);
    expect(statusesWhere("draftAgain", false)).toEqual(["cancelled", "closed"]);
  });
});
