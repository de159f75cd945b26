import { describe } from "vitest";
import { tellAtEnd } from "../helpers/engine/vitest/tear-down.js";
import { parts } from "./parts.js";

// Only for speed and for the clearest blame: what is needed for being right stands in the suites, each of which says in
// the meta of its `describe` what kind of resource it changes or looks at, so that any order would do.
//
// Groups that are concurrent and stand next to each other run at the same time; a sequential one waits for those before
// it. Whoever stands first asks first: the requests of a check go before those of the checks after it. So that a breach is
// named early, those stand first that find the most for what they ask (`npm run prove` tells); so that no time is lost,
// long chains of few requests go ahead of all (`meta.ahead`): webhooks, batches, purchase orders and warehouses, which
// few others look at. What changes labels, shipments and reports comes once these were read: the readings need not be made
// again then. It comes long before the end, where all that was brought about is looked at once more. The statements about
// every single exchange come last, when all exchanges are there.

// One shard of a run makes the checks of its parts only; what looks at the exchanges of others comes in each.

describe.concurrent("webhooks", { meta: { ahead: true } }, () => {
  describe.concurrent("lives", async () => {
    if (parts.has("webhooks, batches")) {
      await import("./webhooks/v2-creation.suite.js");
      await import("./webhooks/v2-reading.suite.js");
      await import("./webhooks/v2-update.suite.js");
      await import("./webhooks/v2-deletion.suite.js");
      await import("./webhooks/v1.suite.js");
      await import("./webhooks/orders.suite.js");
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
      await import("./batches/orders.suite.js");
    });
  });
});

describe.concurrent("purchase orders", { meta: { ahead: true } }, () => {
  describe.sequential("one after the other", () => {
    describe.concurrent("reading", async () => {
      if (parts.has("purchase orders")) await import("./purchase-orders/documents.suite.js");
    });
    describe.concurrent("changing", async () => {
      if (!parts.has("purchase orders")) return;
      await import("./purchase-orders/editing.suite.js");
      await import("./purchase-orders/shipping-details.suite.js");
      await import("./purchase-orders/status.suite.js");
    });
    // After the plain checks of the same rules: sequences tell only of what those did not find.
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
      if (parts.has("reports")) {
        await import("./reports/slices.suite.js");
        await import("./reports/filters.suite.js");
        await import("./reports/download.suite.js");
      }
      if (parts.has("paging")) {
        await import("./paging/pages.suite.js");
        await import("./paging/links.suite.js");
      }
      if (parts.has("shipments")) {
        await import("./shipments/slices.suite.js");
        await import("./shipments/filters.suite.js");
        await import("./shipments/batch-id.suite.js");
        await import("./shipments/precedence.suite.js");
        await import("./shipments/paging.suite.js");
        await import("./shipments/list-by-id.suite.js");
      }
      if (parts.has("labels")) {
        await import("./labels/defaults.suite.js");
        await import("./labels/slices.suite.js");
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

    // What has to be refused, and may not be. Meanwhile an event that is not due has time to come, and what was brought
    // about to go away again.
    describe.concurrent("beside them", async () => {
      if (parts.has("status")) await import("./status/wrong-method.suite.js");
      if (parts.has("errors")) await import("./errors/unknown-ids.suite.js");
      if (parts.has("auth")) {
        await import("./auth/wrong-key.suite.js");
        await import("./auth/missing-key.suite.js");
      }
    });
  });
});

describe.concurrent("reading", async () => {
  if (parts.has("transport, versioning")) {
    await import("./transport/plain-http.suite.js");
    await import("./transport/tls.suite.js");
    await import("./versioning/generations.suite.js");
  }
  if (parts.has("limits")) await import("./limits/offset.suite.js");
  if (parts.has("date parameters")) await import("./content/date-params.suite.js");
  if (parts.has("v2")) await import("./v2/reading.suite.js");
  if (parts.has("carriers")) await import("./carriers/carriers.suite.js");
});

describe.sequential("after all others", () => {
  describe.concurrent("operations that nobody called", async () => {
    await import("./operations/operations.suite.js");
  });

  // What the checks brought about goes on to hold.
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

// What is due has had the whole run to come, what should not come too.
describe.sequential("events that came", () => {
  describe.concurrent("side by side", async () => {
    if (parts.has("webhooks, batches")) await import("./events/report-complete.suite.js");
  });
});
describe.sequential("events that are not due", async () => {
  if (parts.has("webhooks, batches")) await import("./events/only-registered.suite.js");
});

// Repeats what failed, whichever check asked for it first: in each shard what failed there.
describe.sequential("failures", async () => {
  await import("./status/repeated.suite.js");
});

describe.sequential("every exchange", async () => {
  await import("./exchanges/every-exchange.suite.js");
});

tellAtEnd();
