import { describe, expect, it } from "vitest";
import { fileKind, isMisnamed } from "./file-kind.js";

describe("fileKind", () => {
  it.each([
    ["JSON", { kind: "json", value: {}, text: "{}" }],
    ["a web page", { kind: "text", text: "\n<!DOCTYPE html><html>" }],
    ["a web page", { kind: "text", text: "<html>" }],
    ["a PDF", { kind: "binary", bytes: 9, head: "%PDF-1.4\n" }],
    ["a PDF", { kind: "text", text: "%PDF-1.4" }],
    ["a PNG", { kind: "binary", bytes: 9, head: "\x89PNG\r\n\x1a\n" }],
    ["a GIF", { kind: "binary", bytes: 9, head: "GIF89a\x01" }],
    ["a JPEG", { kind: "binary", bytes: 9, head: "\xff\xd8\xff\xe0" }],
    ["base64 text", { kind: "text", text: "JVBERi0xLjQK" }],
    ["base64 text", { kind: "text", text: "data:image/png;base64,iVBORw0KGgoAAA" }],
    ["other", { kind: "text", text: "^XA^FO40,40^FDlabel^FS^XZ" }],
    ["other", { kind: "text", text: "PNG" }],
    ["other", { kind: "empty" }],
  ] as const)("knows %s", (kind, body) => {
    expect(fileKind(body)).toBe(kind);
  });
});

describe("isMisnamed", () => {
  it.each([
    ["text/html; charset=utf-8", "a PDF"],
    ["image/gif", "a PNG"],
    ["application/json", "a PNG"],
  ] as const)("holds for %s with %s", (type, kind) => {
    expect(isMisnamed(type, kind)).toBe(true);
  });

  it.each([
    ["application/pdf", "a PDF"],
    [" Image/PNG", "a PNG"],
    ["application/octet-stream", "a PDF"],
    ["text/plain", "a PNG"],
    [undefined, "a PDF"],
    ["text/html", "other"],
  ] as const)("does not hold for %s with %s", (type, kind) => {
    expect(isMisnamed(type, kind)).toBe(false);
  });
});
