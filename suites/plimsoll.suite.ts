import { describe } from "vitest";
import { lastWords } from "../helpers/runner/last-words.js";
import { parts } from "./parts.js";

// Everything that only reads runs side by side; what changes the target's lists comes after, so that no check
// drifts under another; the statements about every single exchange come last, when all exchanges are there.
// Files of one group run side by side too: no two of a group may change what the other looks at. Groups that are
// concurrent and stand next to each other run at the same time; a sequential one waits for those before it.
// One shard of a run makes the checks of its parts only; what looks at the exchanges of others comes in each.

describe("reading", async () => {
  if (parts.has("transport, versioning")) {
    await import("./transport/plain-http.suite.js");
    await import("./transport/tls.suite.js");
    await import("./versioning/generations.suite.js");
  }
  if (parts.has("labels")) {
    await import("./labels/defaults.suite.js");
    await import("./labels/slices.suite.js");
    await import("./labels/filters.suite.js");
    await import("./labels/windows.suite.js");
    await import("./labels/warehouse.suite.js");
    await import("./labels/paging.suite.js");
    await import("./labels/records.suite.js");
  }
  if (parts.has("shipments")) {
    await import("./shipments/slices.suite.js");
    await import("./shipments/filters.suite.js");
    await import("./shipments/batch-id.suite.js");
    await import("./shipments/paging.suite.js");
    await import("./shipments/list-by-id.suite.js");
  }
  if (parts.has("reports")) {
    await import("./reports/slices.suite.js");
    await import("./reports/filters.suite.js");
    await import("./reports/download.suite.js");
  }
  if (parts.has("paging")) {
    await import("./paging/pages.suite.js");
    await import("./paging/links.suite.js");
    await import("./paging/open-lists.suite.js");
    await import("./paging/left-open.suite.js");
  }
  if (parts.has("limits")) await import("./limits/offset.suite.js");
  if (parts.has("date parameters")) await import("./content/date-params.suite.js");
  if (parts.has("errors")) await import("./errors/unknown-ids.suite.js");
  if (parts.has("auth")) {
    await import("./auth/wrong-key.suite.js");
    await import("./auth/missing-key.suite.js");
  }
  if (parts.has("status")) {
    await import("./status/wrong-method.suite.js");
    await import("./status/server-errors.suite.js");
  }
  if (parts.has("webhooks, batches")) await import("./batches/batch.suite.js");
  if (parts.has("carriers")) await import("./carriers/carriers.suite.js");
  if (parts.has("purchase orders")) await import("./purchase-orders/documents.suite.js");
  if (parts.has("v2")) await import("./v2/reading.suite.js");
});

describe.sequential("changing", () => {
  // One after the other: each of these compares lists before and after what it does.
  describe.sequential("lives", async () => {
    if (parts.has("webhooks, batches")) {
      await import("./webhooks/v2.suite.js");
      await import("./webhooks/v1.suite.js");
      await import("./webhooks/orders.suite.js");
      await import("./batches/archive.suite.js");
      await import("./batches/orders.suite.js");
    }
    if (parts.has("warehouses")) await import("./warehouses/warehouses.suite.js");
  });

  describe.concurrent("resources", async () => {
    if (parts.has("webhooks, batches")) await import("./content/request-format.suite.js");
    if (parts.has("labels")) await import("./labels/void.suite.js");
    if (parts.has("purchase orders")) {
      await import("./purchase-orders/editing.suite.js");
      await import("./purchase-orders/shipping-details.suite.js");
      await import("./purchase-orders/status.suite.js");
    }
    if (parts.has("v2")) {
      await import("./v2/round-trips.suite.js");
      await import("./v2/shipments.suite.js");
      await import("./v2/users.suite.js");
    }
  });

  // After the plain checks of the same rules: sequences tell only of what those did not find.
  describe.sequential("sequences", async () => {
    if (parts.has("purchase orders")) await import("./purchase-orders/sequences.suite.js");
  });

  // One after the other: a new v1 webhook is told from the others by what the list did not hold before.
  describe.sequential("events", async () => {
    if (parts.has("webhooks, batches")) {
      await import("./events/report-complete.suite.js");
      await import("./events/v2-events.suite.js");
    }
  });

  describe.concurrent("operations", async () => {
    await import("./operations/operations.suite.js");
  });

  // Repeats what failed, whichever check asked for it first: in each shard what failed there.
  describe.sequential("failures", async () => {
    await import("./status/repeated.suite.js");
  });
});

describe.sequential("every exchange", async () => {
  await import("./exchanges/every-exchange.suite.js");
  lastWords();
});
