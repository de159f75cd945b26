import { expect, it } from "vitest";
import { UNREADABLE, WRONG_TYPE } from "../../contract/conduct.js";
import { refusalOf } from "./request.js";

it("must be refused for an unreadable body, and for an empty list where that could make something", () => {
  expect(refusalOf({ operation: "v2ValidateAddress", raw: UNREADABLE })).toBe("body");
  expect(refusalOf({ operation: "v2CreateTotes", raw: WRONG_TYPE })).toBe("body");
  expect(refusalOf({ operation: "v2ValidateAddress", raw: WRONG_TYPE })).toBeNull();
  expect(refusalOf({ operation: "v2ValidateAddress", raw: WRONG_TYPE, key: "wrong" })).toBe("key");
});
