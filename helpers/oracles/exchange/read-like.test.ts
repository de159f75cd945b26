import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLike } from "./read-like.js";

describe("readLike", () => {
  const record = (id: string, href: string) => ({ id, raw: { id, pdf: { href } } });
  const one = record("se-1", "http://target.test/v1/downloads/a7.pdf");
  const other = record("se-2", "http://target.test/v1/downloads/b8.pdf");

  it("replaces the id in the path, and nothing else", () => {
    const id = fc
      .string({ minLength: 1 })
      .filter((text) => !/^\.{1,2}$/.test(text) && text !== "v1" && text !== "files");
    fc.assert(
      fc.property(id, (text) => {
        const like = readLike(
          `http://target.test/v1/${encodeURIComponent(text)}/files?page=2`,
          record(text, ""),
        );
        expect(like?.(other)).toBe("http://target.test/v1/se-2/files?page=2");
      }),
    );
  });

  it("follows the link in the same place of another record", () => {
    const like = readLike("http://target.test/v1/downloads/a7.pdf", one);
    expect(like?.(other)).toBe("http://target.test/v1/downloads/b8.pdf");
    expect(like?.({ ...other, raw: {} })).toBeNull();
  });

  it("knows no way for what has nothing to do with the record", () => {
    expect(readLike("http://target.test/v1/labels", one)).toBeNull();
  });
});
