import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBody, fromBytes, fromText, MAX_DEPTH, MOST_RECORDS } from "./body.js";
import { Held } from "./held.js";

const LIMIT = 1000;
const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
const read = (bytes: Buffer, headers: Record<string, string> = JSON_TYPE) =>
  decodeBody({ bytes, cut: false }, headers, LIMIT);

describe("decodeBody", () => {
  it("never throws, whatever the bytes and headers", () => {
    const coding = fc.constantFrom("", "gzip", "deflate", "br", "gzip, br", "zstd", "\u0000");
    const type = fc.constantFrom(
      "",
      "application/json",
      "text/csv",
      "application/pdf",
      "text/html; charset=nonsense",
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), coding, type, (bytes, encoding, contentType) => {
        const body = read(Buffer.from(bytes), { "content-encoding": encoding, "content-type": contentType });
        expect(structuredClone(body)).toEqual(body);
      }),
    );
  });

  it("undoes every coding, the outermost first", () => {
    const plain = Buffer.from('{"a":1}');
    const codings: [string, Buffer][] = [
      ["identity", plain],
      ["gzip", gzipSync(plain)],
      ["deflate", deflateSync(plain)],
      ["deflate", deflateRawSync(plain)],
      ["br", brotliCompressSync(plain)],
      ["gzip, br", brotliCompressSync(gzipSync(plain))],
    ];
    for (const [encoding, bytes] of codings)
      expect(read(bytes, { ...JSON_TYPE, "content-encoding": encoding })).toMatchObject({ value: { a: 1 } });
  });

  it("says why a body cannot be read", () => {
    const why = (bytes: Buffer, headers?: Record<string, string>) => {
      const body = read(bytes, headers);
      return body.kind === "unreadable" ? body.why : body.kind;
    };
    expect(why(Buffer.from([0x7b, 0xff, 0x7d]))).toBe("not valid UTF-8, with byte 0xff at offset 1");
    // After a character of two bytes and a replacement character that came as such.
    expect(why(Buffer.concat([Buffer.from('"é\ufffd'), Buffer.from([0xe2, 0x82])]))).toBe(
      "not valid UTF-8, with byte 0xe2 at offset 6",
    );
    expect(why(Buffer.from([0xff]), { "content-type": "text/csv; charset=utf-16" })).toBe(
      "not valid in its character encoding",
    );
    expect(why(Buffer.from("x"), { ...JSON_TYPE, "content-encoding": "gzip" })).toBe("not valid gzip");
    expect(why(Buffer.from("x"), { ...JSON_TYPE, "content-encoding": "zstd" })).toBe(
      "unknown content-encoding zstd",
    );
    expect(why(Buffer.from("[".repeat(100_000) + "]".repeat(100_000)))).toBe(
      `nested deeper than ${MAX_DEPTH} levels`,
    );
  });

  it("does not read JSON of more records than any full page has, which a run then does not hold", () => {
    const kindOf = (count: number) => {
      const bytes = Buffer.from(`[${"{},".repeat(count)}{}]`);
      const body = decodeBody({ bytes, cut: false }, JSON_TYPE, bytes.length);
      return [body.kind, new Held().take(body)];
    };
    expect(kindOf(MOST_RECORDS - 2)).toEqual(["json", true]);
    expect(kindOf(MOST_RECORDS)).toEqual(["unreadable", false]);
  });

  it("counts brackets outside of texts only", () => {
    const text = JSON.stringify({ deep: "[".repeat(100_000), quote: '"[' });
    expect(fromText(text, "application/json").kind).toBe("json");
  });

  it("bounds nesting exactly", () => {
    const nested = (levels: number) =>
      fromText("[".repeat(levels) + "]".repeat(levels), "application/json").kind;
    expect([nested(MAX_DEPTH), nested(MAX_DEPTH + 1)]).toEqual(["json", "unreadable"]);
  });

  it("keeps the byte order mark of a text, and reads JSON behind one", () => {
    expect(read(Buffer.from("\ufeffa,b"), { "content-type": "text/csv" })).toMatchObject({
      text: "\ufeffa,b",
    });
    expect(read(Buffer.from("\ufeffnull"))).toEqual({ kind: "json", value: null, text: "null" });
    expect(read(Buffer.from("\ufeff"))).toEqual({ kind: "empty" });
  });

  it("takes what is no JSON as the text that it is, whatever its type", () => {
    const csv = "\ufeffCarrierID,ShipmentID\r\nse-1,se-2\r\n";
    expect(read(Buffer.from(csv))).toEqual({ kind: "text", text: csv });
    expect(read(Buffer.from("{"))).toEqual({ kind: "text", text: "{" });
  });

  it("tells JSON, text and binary apart", () => {
    expect(read(Buffer.from(""))).toEqual({ kind: "empty" });
    expect(read(Buffer.from("null"))).toEqual({ kind: "json", value: null, text: "null" });
    expect(read(Buffer.from('{"a":1}'), { "content-type": "text/plain" }).kind).toBe("json");
    expect(read(Buffer.from("a,b"), { "content-type": "text/csv" })).toEqual({ kind: "text", text: "a,b" });
    expect(read(Buffer.from("é", "latin1"), { "content-type": "text/csv; charset=iso-8859-1" })).toEqual({
      kind: "text",
      text: "é",
    });
    expect(read(Buffer.from("%PDF-1.7"), { "content-type": "application/pdf" })).toEqual({
      kind: "binary",
      bytes: 8,
      head: "%PDF-1.7",
    });
  });
});

describe("a body of unspecific type", () => {
  const type = "application/octet-stream";

  it("is text when it reads as text", () => {
    expect(fromBytes(Buffer.from("CarrierID,ShipmentID\r\nse-1,se-2\r\n"), type)).toMatchObject({
      kind: "text",
    });
  });

  it("is binary otherwise", () => {
    expect(fromBytes(Buffer.from([0, 1, 2, 255]), type)).toMatchObject({ kind: "binary" });
    expect(fromBytes(Buffer.from("%PDF-1.4\n"), type)).toMatchObject({ kind: "binary" });
  });
});
