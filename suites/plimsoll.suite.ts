import { describe } from "vitest";
import { lastWords } from "../helpers/runner/last-words.js";

// Everything that only reads runs side by side; what changes the target's lists comes after, so that no check
// drifts under another; the statements about every single exchange come last, when all exchanges are there.

describe("reading", async () => {
  await import("./transport/plain-http.suite.js");
  await import("./transport/tls.suite.js");
});

describe.sequential("changing", async () => {});

describe.sequential("every exchange", async () => {
  await import("./exchanges/every-exchange.suite.js");
  lastWords();
});
