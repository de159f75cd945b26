import { describe, expect, it } from "vitest";
import { Inconclusive, ifMoved, Moved, noneOf } from "./outcome.js";

it("says each reason once, and names the options of all", () => {
  const stores = new Inconclusive("needs a store", "--fixture store=ID");
  const { message, options } = noneOf([stores, stores, new Inconclusive("may not write", "--writes own")]);
  expect(message).toBe("needs a store; may not write");
  expect(new Set(options)).toEqual(new Set(["--fixture store=ID", "--writes own"]));
});

describe("ifMoved", () => {
  const otherwise = async () => "otherwise";

  it("does something else only where the data moved", async () => {
    expect(await ifMoved(Promise.resolve("tried"), otherwise)).toBe("tried");
    expect(await ifMoved(Promise.reject(new Moved("moved")), otherwise)).toBe("otherwise");
    const tooFew = new Inconclusive("needs two labels");
    await expect(ifMoved(Promise.reject(tooFew), otherwise)).rejects.toBe(tooFew);
  });
});
