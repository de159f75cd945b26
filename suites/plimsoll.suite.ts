import { describe } from "vitest";
import { tellAtEnd } from "../helpers/engine/vitest/tear-down.js";
import { parts } from "./parts.js";

// The order serves only speed and clear blame. It is not needed for correctness: each suite's `describe` says in its
// meta which kind of resource it changes or reads.
//
// Adjacent concurrent groups run at the same time; a sequential group waits for those before it. A check's requests go
// before those of later checks. To name breaches early, the checks that find most per request stand first (`npm run
// prove` tells). To lose no time, long chains of few requests start first (`meta.ahead`): webhooks, batches, purchase
// orders and warehouses, which few other checks read. Checks that change labels, shipments and reports come after those
// that read them, so that nothing has to be read twice; and long before the end, where every effect is looked at again.
// The rules about every exchange come last, when all exchanges are there.

// A shard runs only the checks of its parts. Checks that look at all exchanges run in every shard.

describe.concurrent("webhooks", { meta: { ahead: true } }, () => {
  describe.concurrent("lives", async () => {
    if (parts.has("webhooks, batches")) {
      await import("./webhooks/v2-creation.suite.js");
      await import("./webhooks/v2-reading.suite.js");
      await import("./webhooks/v2-update.suite.js");
      await import("./webhooks/v2-deletion.suite.js");
      await import("./webhooks/v1.suite.js");
      await import("./webhooks/sequences.suite.js");
      await import("./content/request-format.suite.js");
    }
    if (parts.has("status")) await import("./status/server-errors.suite.js");
  });
});

describe.concurrent("batches", { meta: { ahead: true } }, () => {
  describe.sequential("one after the other", () => {
    describe.concurrent("reading", async () => {
      if (parts.has("webhooks, batches")) {
        await import("./batches/record.suite.js");
        await import("./batches/open.suite.js");
        await import("./batches/external-id.suite.js");
      }
      if (parts.has("paging")) {
        await import("./paging/open-lists.suite.js");
        await import("./paging/left-open.suite.js");
      }
    });
    describe.concurrent("lives", async () => {
      if (!parts.has("webhooks, batches")) return;
      await import("./batches/archive.suite.js");
      await import("./batches/sequences.suite.js");
    });
  });
});

describe.concurrent("purchase orders", { meta: { ahead: true } }, () => {
  describe.sequential("one after the other", () => {
    describe.concurrent("reading", async () => {
      if (!parts.has("purchase orders")) return;
      await import("./purchase-orders/documents.suite.js");
      await import("./purchase-orders/list.suite.js");
    });
    describe.concurrent("changing", async () => {
      if (!parts.has("purchase orders")) return;
      await import("./purchase-orders/editing.suite.js");
      await import("./purchase-orders/shipping-details.suite.js");
      await import("./purchase-orders/status.suite.js");
    });
    // After the plain checks of the same rules: sequences report only what those did not find.
    describe.concurrent("sequences", async () => {
      if (parts.has("purchase orders")) await import("./purchase-orders/sequences.suite.js");
    });
  });
});

describe.concurrent("warehouses", { meta: { ahead: true } }, () => {
  describe.concurrent("lives", async () => {
    if (parts.has("warehouses")) await import("./warehouses/warehouses.suite.js");
  });
});

describe.concurrent("lists", () => {
  describe.sequential("reading", () => {
    describe.concurrent("side by side", async () => {
      if (parts.has("paging")) await import("./paging/pages.suite.js");
      if (parts.has("labels")) {
        await import("./labels/defaults.suite.js");
        await import("./labels/slices.suite.js");
      }
      if (parts.has("limits")) await import("./limits/offset.suite.js");
      if (parts.has("date parameters")) await import("./content/date-params.suite.js");
      if (parts.has("reports")) {
        await import("./reports/filters.suite.js");
        await import("./reports/slices.suite.js");
        await import("./reports/download.suite.js");
      }
      if (parts.has("paging")) await import("./paging/links.suite.js");
      if (parts.has("shipments")) {
        await import("./shipments/slices.suite.js");
        await import("./shipments/batch-id.suite.js");
        await import("./shipments/precedence.suite.js");
        await import("./shipments/filters.suite.js");
        await import("./shipments/paging.suite.js");
        await import("./shipments/list-by-id.suite.js");
      }
      if (parts.has("labels")) {
        await import("./labels/filters.suite.js");
        await import("./labels/warehouse.suite.js");
        await import("./labels/records.suite.js");
      }
    });
  });

  describe.sequential("changing", () => {
    describe.concurrent("events", { meta: { ahead: true } }, () => {
      describe.concurrent("lives", async () => {
        if (!parts.has("webhooks, batches")) return;
        await import("./events/registering.suite.js");
        await import("./events/v2-events.suite.js");
      });
    });

    describe.concurrent("resources", { meta: { ahead: true } }, () => {
      describe.concurrent("side by side", async () => {
        if (parts.has("labels")) await import("./labels/void.suite.js");
        if (parts.has("v2")) {
          await import("./v2/round-trips.suite.js");
          await import("./v2/shipments.suite.js");
          await import("./v2/users.suite.js");
        }
      });
    });

    // Requests that must be refused. Meanwhile, events that are not due have time to arrive, and effects have time to
    // vanish.
    describe.concurrent("beside them", async () => {
      if (parts.has("status")) await import("./status/wrong-method.suite.js");
      if (parts.has("errors")) await import("./errors/unknown-ids.suite.js");
      if (parts.has("auth")) {
        await import("./auth/wrong-key.suite.js");
        await import("./auth/missing-key.suite.js");
      }
    });

    // Checks that no change disturbs: they too fill the time in which effects may vanish.
    describe.concurrent("reading", async () => {
      if (parts.has("transport, versioning")) {
        await import("./transport/plain-http.suite.js");
        await import("./transport/tls.suite.js");
        await import("./versioning/generations.suite.js");
      }
      if (parts.has("v2")) await import("./v2/reading.suite.js");
      if (parts.has("carriers")) await import("./carriers/carriers.suite.js");
    });
  });
});

describe.sequential("after all others", () => {
  describe.concurrent("operations that nobody called", async () => {
    await import("./operations/operations.suite.js");
  });

  // The effects of earlier checks must last.
  describe.concurrent("later", async () => {
    if (parts.has("webhooks, batches")) {
      await import("./webhooks/later.suite.js");
      await import("./batches/later.suite.js");
    }
    if (parts.has("labels")) await import("./labels/later.suite.js");
    if (parts.has("purchase orders")) await import("./purchase-orders/later.suite.js");
    if (parts.has("warehouses")) await import("./warehouses/later.suite.js");
    if (parts.has("v2")) await import("./v2/later.suite.js");
  });
});

// By now, due events and events that must not come have had the whole run to arrive.
describe.sequential("events that came", () => {
  describe.concurrent("side by side", async () => {
    if (parts.has("webhooks, batches")) await import("./events/report-complete.suite.js");
  });
});
describe.sequential("events that are not due", async () => {
  if (parts.has("webhooks, batches")) await import("./events/only-registered.suite.js");
});

// Repeats failed requests, whichever check sent them; each shard repeats its own.
describe.sequential("failures", async () => {
  await import("./status/repeated.suite.js");
});

describe.sequential("every exchange", async () => {
  await import("./exchanges/every-exchange.suite.js");
});

tellAtEnd();
