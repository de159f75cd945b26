import { expect, it } from "vitest";
import { tallyInWords, troubleInWords } from "./trouble.js";

it("says what is known in words, and leaves the rest as it is", () => {
  expect(["UND_ERR_SOCKET", "STATUS_503", "HPE_INVALID_TOKEN"].map(troubleInWords)).toEqual([
    "connection closed",
    "status 503",
    "HPE_INVALID_TOKEN",
  ]);
});

it("counts together what is told in the same words", () => {
  expect(tallyInWords({ ECONNRESET: 2, STATUS_503: 1, UND_ERR_SOCKET: 1 })).toBe(
    "connection closed 3×, status 503 1×",
  );
});
