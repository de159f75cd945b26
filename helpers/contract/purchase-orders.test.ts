import { describe, expect, it } from "vitest";
import { isPossible, ORDER_STATUSES, statusesWith, statusesWithout } from "./purchase-orders.js";

const late = ["receiving", "received", "cancelled", "closed"];

describe("what is possible in a status of a purchase order", () => {
  it("is what the section says", () => {
    expect(statusesWith("put")).toEqual(["draft"]);
    expect(statusesWithout("put")).toEqual(ORDER_STATUSES.slice(1));
    expect(statusesWith("shipping")).toEqual(["open"]);
    expect(statusesWithout("shipping")).toEqual(late);
    expect(isPossible("shipping", "draft")).toBeNull();
    expect(statusesWith("orderSummary")).toEqual(["open", "receiving", "received", "closed"]);
    expect(statusesWith("receivedSummary")).toEqual(["receiving", "received", "closed"]);
    expect(statusesWithout("draftAgain")).toEqual(["cancelled", "closed"]);
  });
});
