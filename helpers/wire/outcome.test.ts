import { expect, it } from "vitest";
import { Inconclusive, noneOf } from "./outcome.js";

it("says each reason once, and names the options of all", () => {
  const stores = new Inconclusive("needs a store", "--fixture store=ID");
  const { message, options } = noneOf([stores, stores, new Inconclusive("may not write", "--writes own")]);
  expect(message).toBe("needs a store; may not write");
  expect(new Set(options)).toEqual(new Set(["--fixture store=ID", "--writes own"]));
});
