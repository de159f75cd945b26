import { describe, expect, it } from "vitest";
import { operation } from "../../contract/operations.js";
import type { Answered } from "../../wire/exchange.js";
import { sampleExchange } from "../testing.js";
import { type Circumstances, missingOperation, readSign, weigh } from "./existence.js";

function answered(status: number, json?: unknown): Answered {
  const { answer, ...rest } = sampleExchange({ status, ...(json === undefined ? {} : { json }) });
  if (answer === null) throw new Error("the sample has no answer");
  return { ...rest, answer };
}

describe("readSign", () => {
  const list = operation("v2ListTotes");
  const read = operation("v2GetTote");

  it.each([
    [405, "missing"],
    [501, "missing"],
    [401, "mute"],
    [500, "mute"],
    [429, "mute"],
    [200, "there"],
    [400, "there"],
    [403, "there"],
    [404, "there"],
  ])("reads %i of a read by id as %s", (status, sign) => {
    expect(readSign(read, answered(status), false)).toBe(sign);
  });

  it("reads what an unknown path gets as no sign", () => {
    expect(readSign(read, answered(404), true)).toBe("alike");
    expect(readSign(list, answered(200), true)).toBe("alike");
  });

  it("reads a 404 without any id in the path as missing", () => {
    expect(readSign(list, answered(404), false)).toBe("missing");
    expect(readSign(operation("v2CreateManifest"), answered(404), true)).toBe("missing");
  });

  it("reads an error of its own to a read without ids as no sign", () => {
    expect(readSign(list, answered(404, { errors: [{}] }), false)).toBe("mute");
    expect(readSign(list, answered(404, { errors: [{}] }), true)).toBe("missing");
  });

  it("never reads a 404 about the account as missing", () => {
    const notSubscribed = answered(404, { errors: [{ error_type: "account_status" }] });
    expect(readSign(list, notSubscribed, false)).toBe("there");
    expect(readSign(list, notSubscribed, true)).toBe("alike");
  });

  it("reads a 404 of its own to a body without ids as there", () => {
    expect(readSign(operation("v2DeactivateProduct"), answered(404), false)).toBe("there");
  });
});

describe("weigh", () => {
  const bare: Circumstances = {
    answer: answered(404),
    path: "mute",
    knownIds: false,
    idsToldFromPaths: false,
    readToldFromPaths: false,
  };
  const formed = { ...bare, answer: answered(404, { errors: [] }) };

  it("never takes likeness alone for a miss", () => {
    expect(weigh(bare)).toBe("unclear");
    expect(weigh({ ...formed, idsToldFromPaths: true })).toBe("unclear");
    expect(weigh({ ...bare, answer: answered(400), path: "missing", idsToldFromPaths: true })).toBe(
      "unclear",
    );
  });

  it("takes two signs that agree", () => {
    expect(weigh({ ...bare, idsToldFromPaths: true })).toBe("missing");
    expect(weigh({ ...formed, path: "missing" })).toBe("missing");
    expect(weigh({ ...formed, knownIds: true, idsToldFromPaths: true })).toBe("missing");
  });

  it("lets the path speak for the operation unless its own read contradicts", () => {
    expect(weigh({ ...formed, path: "there" })).toBe("there");
    expect(weigh({ ...formed, path: "there", readToldFromPaths: true })).toBe("unclear");
    expect(weigh({ ...formed, path: "there", knownIds: true })).toBe("there");
  });
});

describe("missingOperation", () => {
  it("names the operation and what came", () => {
    const breach = missingOperation("operation.v2GetTote", operation("v2GetTote"), [
      { ...answered(405), operation: "v2GetTote" },
    ]);
    expect(breach.documented).toContain("GET /v2/totes/{tote_id}");
    expect(breach.received).toBe("status 405: the method is not supported");
  });

  it("says where the path is not that of the contract", () => {
    const breach = missingOperation("operation.v1ListCarriers", operation("v1ListCarriers"), [answered(404)]);
    expect(breach.documented).toContain("without its whole path; GET /v1/carriers follows");
  });

  it("says where a read was redirected to", () => {
    const { answer, ...rest } = sampleExchange({ path: "/v2/account/tags", operation: null, status: 404 });
    if (answer === null) throw new Error("the sample has no answer");
    const breach = missingOperation("operation.v2ListTags", operation("v2ListTags"), [{ ...rest, answer }]);
    expect(breach.received).toMatch(/^a redirect to \/v2\/account\/tags, then status 404/);
  });
});
