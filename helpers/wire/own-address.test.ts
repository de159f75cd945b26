import { describe, expect, it } from "vitest";
import { addressFrom, isOwnAddress, pathBelow, withBasePath } from "./own-address.js";

const BASE = "https://api.test/ship";

describe("addresses of a target", () => {
  it("are its own on its host, relative ones included", () => {
    expect(isOwnAddress("/v1/labels", BASE)).toBe(true);
    expect(isOwnAddress("https://cdn.test/v1/labels", BASE)).toBe(false);
    expect(isOwnAddress("https://", BASE)).toBe(false);
  });

  it("have paths below its base", () => {
    expect(pathBelow(BASE, "/ship/v1/labels")).toBe("/v1/labels");
    expect(pathBelow("https://api.test", "/v1/labels")).toBe("/v1/labels");
  });

  it("get its base path where they lack it", () => {
    expect(withBasePath(BASE, "/v1/labels")).toBe("/ship/v1/labels");
    expect(withBasePath(BASE, "/ship/v1/labels")).toBe("/ship/v1/labels");
    expect(withBasePath(BASE, "/shipments")).toBe("/ship/shipments");
    expect(withBasePath("https://api.test", "/v1/labels")).toBe("/v1/labels");
  });

  it("are resolved from the request whose answer shows them", () => {
    const from = (href: string) => addressFrom(`${BASE}/v1/batches/1`, href, BASE);
    expect(from("2")).toBe(`${BASE}/v1/batches/2`);
    expect(from("/v1/labels?page=2")).toBe(`${BASE}/v1/labels?page=2`);
    expect(from("https://cdn.test/1.pdf")).toBe("https://cdn.test/1.pdf");
    expect(from("https://")).toBe("https://");
  });
});
