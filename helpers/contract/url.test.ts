import { expect, it } from "vitest";
import { urlOf } from "./url.js";

it("takes letters beyond ASCII however often it was called", () => {
  for (let call = 0; call < 20_000; call++) urlOf(`https://service.invalid/${call}`);
  expect(urlOf("https://exämple.invalid/ö")?.href).toBe("https://xn--exmple-cua.invalid/%C3%B6");
});

it("resolves against a base, and is null for what is no address", () => {
  expect(urlOf("/a?b=c", "https://service.invalid/x")?.href).toBe("https://service.invalid/a?b=c");
  expect([urlOf("/a"), urlOf("https://")]).toEqual([null, null]);
});
