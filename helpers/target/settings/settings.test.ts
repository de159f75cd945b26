import { describe, expect, it } from "vitest";
import { defaultSettings, defaultWrites, isLoopback, parseBaseUrl } from "./settings.js";

it("survives structuredClone", () => {
  const settings = defaultSettings("http://localhost:8080/");
  expect(structuredClone(settings)).toEqual(settings);
});

it("writes on this machine only, unless told otherwise", () => {
  const own = [
    "http://localhost:1",
    "http://a.localhost",
    "http://127.0.0.1",
    "http://127.9.9.9:1",
    "http://[::1]:1",
  ];
  const elsewhere = [
    "https://localhost.example.com",
    "https://127.0.0.1.example.com",
    "http://10.0.0.1",
    "http://[::2]",
  ];
  expect(own.map(isLoopback)).toEqual(own.map(() => true));
  expect(elsewhere.map(isLoopback)).toEqual(elsewhere.map(() => false));
  expect([defaultWrites("http://localhost"), defaultWrites("https://example.com")]).toEqual(["own", "none"]);
});

describe("parseBaseUrl", () => {
  it("drops trailing slashes and keeps a path", () => {
    expect(parseBaseUrl("https://a.test/")).toBe("https://a.test");
    expect(parseBaseUrl("https://a.test/below//")).toBe("https://a.test/below");
  });

  it("refuses what cannot be a target, without repeating a password", () => {
    for (const url of ["a.test", "ftp://a.test", "https://a.test/?x=1", "https://a.test/#x"])
      expect(() => parseBaseUrl(url)).toThrow(TypeError);
    expect(() => parseBaseUrl("https://user:hunter2@a.test")).toThrow(/^(?!.*hunter2).*password/);
  });
});
