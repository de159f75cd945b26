import { expect, it } from "vitest";
import type { Answer } from "../../wire/exchange.js";
import { UNADDRESSABLE } from "../messages/request.js";
import { Instability } from "./instability.js";

const answered = (status: number): Answer => ({ status, headers: {}, body: { kind: "empty" } });

it("counts the trouble of each attempt, and statuses that ask to come back later", () => {
  const instability = new Instability();
  instability.look({ answer: answered(200), trouble: null, retried: ["STATUS_503", "ECONNRESET"] });
  instability.look({ answer: answered(429), trouble: null });
  instability.look({ answer: null, trouble: "ECONNRESET" });
  instability.look({ answer: answered(500), trouble: null });
  expect(instability.counts).toEqual({ STATUS_503: 1, STATUS_429: 1, ECONNRESET: 2 });
});

it("does not count what was never sent, nor what the end of the run cut off", () => {
  const instability = new Instability();
  instability.look({ answer: null, trouble: "UND_ERR_DESTROYED" });
  instability.look({ answer: null, trouble: UNADDRESSABLE });
  expect(instability.counts).toEqual({});
});
