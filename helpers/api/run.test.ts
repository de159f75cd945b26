import { expect, it } from "vitest";
import { whyNot } from "./run.js";

const WARNED = "plimsoll: the API key goes to http://host.test unencrypted.\n";

it("tells of a run that failed what its result says, not an earlier warning", () => {
  const told = (result: object) => whyNot({ printed: JSON.stringify(result), errors: WARNED });
  expect(told({ failure: null, defects: [{ message: "a defect" }] })).toBe("a defect");
  expect(told({ failure: "nothing listens there", defects: [] })).toBe("nothing listens there");
  expect(whyNot({ printed: "", errors: `${WARNED}plimsoll: --out x: in use.\n` })).toBe("--out x: in use.");
  expect(whyNot({ printed: "", errors: "" })).toBe("the run was ended.");
});
