import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Answered } from "../../wire/exchange.js";
import { sampleExchange } from "../testing.js";
import { alike, hasErrorBody, isNotFound, sameOutline } from "./likeness.js";

function answered(path: string, status: number, value: unknown): Answered {
  const { answer, ...rest } = sampleExchange({ status, path, json: value });
  if (answer === null) throw new Error("the sample has no answer");
  return { ...rest, answer };
}

const error = (message: string, id = "1b671a64-40d5-491e-99b0-da01ff1f3341") => ({
  request_id: id,
  errors: [{ error_source: "shipping", error_type: "validation", error_code: "unspecified", message }],
});

describe("alike", () => {
  it("looks past the path, ids, times and request ids of either answer", () => {
    const one = answered(
      "/v2/batches/se-9/errors",
      404,
      error("No route GET /v2/batches/se-9/errors at 2026-01-02T03:04:05Z"),
    );
    const other = answered(
      "/v2/plimsoll-nothing-0/plimsoll-nothing-1/plimsoll-nothing-2",
      404,
      error(
        "No route GET /v2/plimsoll-nothing-0/plimsoll-nothing-1/plimsoll-nothing-2 at 2026-01-02T03:04:06.789Z",
        "9f8c2d8e-2f6a-4a53-8a0c-6a5b8f0f8f11",
      ),
    );
    expect(alike(one, other)).toBe(true);
    expect(alike(other, one)).toBe(true);
  });

  it("sees another wording, another member, another status", () => {
    const blank = answered("/v2/plimsoll-nothing-0", 404, error("No such path."));
    expect(alike(answered("/v2/totes/se-9", 404, error("No such tote.")), blank)).toBe(false);
    expect(alike(answered("/v2/totes/se-9", 404, { ...error("No such path."), more: 1 }), blank)).toBe(false);
    expect(alike(answered("/v2/totes/se-9", 400, error("No such path.")), blank)).toBe(false);
  });

  it("holds for an answer and itself at any address", () => {
    const segment = fc.stringMatching(/^[a-z]{3,9}$/);
    fc.assert(
      fc.property(segment, segment, fc.uuid(), fc.uuid(), (here, there, id, otherId) => {
        const say = (at: string, request: string) =>
          answered(`/v2/${at}`, 404, error(`nothing at /v2/${at}`, request));
        expect(alike(say(here, id), say(there, otherId))).toBe(true);
      }),
    );
  });
});

describe("alike, with ids that hold a word of the path", () => {
  const say = (at: string, request: string) => answered(at, 404, error(`nothing at ${at}`, request));

  it("takes them for ids", () => {
    const one = say("/v2/batches/se-9/add", "9f8add2e-2f6a-4a53-8a0c-6a5b8f0f8f11");
    expect(alike(one, say("/v2/plimsoll-nothing", "1f8c2d8e-2f6a-4a53-8a0c-6a5b8f0f8f11"))).toBe(true);
  });

  it("removes an id of the path as part of it", () => {
    const id = "9f8c2d8e-2f6a-4a53-8a0c-6a5b8f0f8f11";
    const one = say(`/v2/totes/${id}`, "1f8c2d8e-2f6a-4a53-8a0c-6a5b8f0f8f11");
    expect(alike(one, say("/v2/plimsoll-nothing", "2f8c2d8e-2f6a-4a53-8a0c-6a5b8f0f8f11"))).toBe(true);
  });
});

describe("sameOutline", () => {
  it("compares status and names of members only", () => {
    const one = answered("/v2/a", 404, error("x"));
    expect(sameOutline(one, answered("/v2/b", 404, error("quite another text")))).toBe(true);
    expect(sameOutline(one, answered("/v2/b", 404, { errors: [{ message: "x" }] }))).toBe(false);
    expect(sameOutline(one, answered("/v2/b", 400, error("x")))).toBe(false);
  });
});

describe("hasErrorBody", () => {
  it("asks for an array of errors", () => {
    expect(hasErrorBody(answered("/v2/a", 404, error("x")))).toBe(true);
    expect(hasErrorBody(answered("/v2/a", 404, { message: "x" }))).toBe(false);
  });
});

describe("isNotFound", () => {
  it("asks for a 404 with the documented error", () => {
    expect(isNotFound(answered("/v2/a", 404, error("x")))).toBe(true);
    expect(isNotFound(answered("/v2/a", 404, { message: "x" }))).toBe(false);
    expect(isNotFound(answered("/v2/a", 400, error("x")))).toBe(false);
  });
});
