import { describe, expect, test } from "vitest";
import { CUT_SHORT, FORM } from "./odd-bodies.js";

const BODY = { name: "Quay & Sons", of: { kind: "gate" } };

describe("bodies that must not be taken", () => {
  test("truncated JSON lacks nothing but its last brace", () => {
    const { text, contentType } = CUT_SHORT.write(BODY);
    expect(contentType).toBe("application/json");
    expect(() => JSON.parse(String(text))).toThrow();
    expect(JSON.parse(`${text}}`)).toEqual(BODY);
  });

  test("a form holds every member", () => {
    const { text, contentType } = FORM.write(BODY);
    expect(contentType).toBe("application/x-www-form-urlencoded");
    expect(Object.fromEntries(new URLSearchParams(String(text)))).toEqual({
      name: "Quay & Sons",
      "of[kind]": "gate",
    });
  });
});
