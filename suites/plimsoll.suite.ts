import { describe } from "vitest";
import { lastWords } from "../helpers/runner/last-words.js";

// Everything that only reads runs side by side; what changes the target's lists comes after, so that no check
// drifts under another; the statements about every single exchange come last, when all exchanges are there.
// Files of one group run side by side too: no two of a group may change what the other looks at.

describe("reading", async () => {
  await import("./transport/plain-http.suite.js");
  await import("./transport/tls.suite.js");
});

describe.sequential("changing", () => {
  describe.concurrent("resources", async () => {});

  describe.concurrent("events", async () => {
    await import("./events/report-complete.suite.js");
  });
});

describe.sequential("every exchange", async () => {
  await import("./exchanges/every-exchange.suite.js");
  lastWords();
});
