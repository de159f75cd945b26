import { describe } from "vitest";
import { tellAtEnd } from "../helpers/engine/vitest/tear-down.js";
import { type Part, parts } from "./parts.js";

// The order serves speed and clear blame, and lets the rules about every exchange look last, when they see most.
// Correctness does not need it: each suite's `describe` says in its meta which kind of resource it changes or reads,
// and a list is read again once the run itself has changed it.
//
// Adjacent concurrent groups run at the same time; a sequential group waits for those before it. A check's requests go
// before those of later checks. To name breaches early, the checks that find most per request stand first (`npm run
// prove` tells); those that show single records of v1, with most of the fields, go before all others (`meta.first`).
// To lose no time, long chains of few requests start first (`meta.ahead`): webhooks, batches, purchase orders and
// warehouses, which few other checks read. Checks that change labels, shipments and reports come after those that read
// them, so that nothing has to be read twice; and long before the end, where every effect is looked at again.
// The rules about every exchange come last, when all exchanges are there.

/** Declares the checks of suites, if their part is one of this shard's. Checks of all exchanges run in every shard. */
async function ofPart(part: Part, ...suites: readonly (() => Promise<unknown>)[]): Promise<void> {
  if (!parts.has(part)) return;
  for (const declare of suites) await declare();
}

describe.concurrent("single records", { meta: { first: true } }, () => {
  describe.concurrent("reading", async () => {
    await ofPart("shipments", () => import("./shipments/list-by-id.suite.js"));
    await ofPart("carriers", () => import("./carriers/carriers.suite.js"));
  });
});

describe.concurrent("webhooks", { meta: { ahead: true } }, () => {
  describe.concurrent("lives", async () => {
    await ofPart(
      "webhooks, batches",
      () => import("./webhooks/v2-creation.suite.js"),
      () => import("./webhooks/v2-reading.suite.js"),
      () => import("./webhooks/v2-update.suite.js"),
      () => import("./webhooks/v2-deletion.suite.js"),
      () => import("./webhooks/v1.suite.js"),
      () => import("./webhooks/sequences.suite.js"),
      () => import("./content/request-format.suite.js"),
      () => import("./auth/own-webhooks.suite.js"),
    );
    await ofPart("status", () => import("./status/server-errors.suite.js"));
  });
});

describe.concurrent("batches", { meta: { ahead: true } }, () => {
  describe.sequential("one after the other", () => {
    describe.concurrent("reading", async () => {
      await ofPart(
        "webhooks, batches",
        () => import("./batches/record.suite.js"),
        () => import("./batches/open.suite.js"),
        () => import("./batches/external-id.suite.js"),
      );
      await ofPart(
        "paging",
        () => import("./paging/open-lists.suite.js"),
        () => import("./paging/left-open.suite.js"),
      );
    });
    describe.concurrent("lives", async () => {
      await ofPart(
        "webhooks, batches",
        () => import("./batches/archive.suite.js"),
        () => import("./batches/own-open.suite.js"),
        () => import("./batches/request-format.suite.js"),
        () => import("./batches/sequences.suite.js"),
      );
    });
  });
});

describe.concurrent("purchase orders", { meta: { ahead: true } }, () => {
  describe.sequential("one after the other", () => {
    describe.concurrent("reading", async () => {
      await ofPart(
        "purchase orders",
        () => import("./purchase-orders/documents.suite.js"),
        () => import("./purchase-orders/list.suite.js"),
      );
    });
    describe.concurrent("changing", async () => {
      await ofPart(
        "purchase orders",
        () => import("./purchase-orders/editing.suite.js"),
        () => import("./purchase-orders/shipping-details.suite.js"),
        () => import("./purchase-orders/status.suite.js"),
      );
    });
    // After the plain checks of the same rules: sequences report only what those did not find.
    describe.concurrent("sequences", async () => {
      await ofPart("purchase orders", () => import("./purchase-orders/sequences.suite.js"));
    });
  });
});

describe.concurrent("warehouses", { meta: { ahead: true } }, () => {
  describe.concurrent("lives", async () => {
    await ofPart("warehouses", () => import("./warehouses/warehouses.suite.js"));
  });
});

describe.concurrent("lists", () => {
  describe.sequential("reading", () => {
    describe.concurrent("side by side", async () => {
      await ofPart("paging", () => import("./paging/pages.suite.js"));
      await ofPart("labels", () => import("./lists/labels.suite.js"));
      await ofPart("limits", () => import("./limits/offset.suite.js"));
      await ofPart("date parameters", () => import("./content/date-params.suite.js"));
      await ofPart(
        "reports",
        () => import("./lists/reports.suite.js"),
        () => import("./reports/download.suite.js"),
      );
      await ofPart("paging", () => import("./paging/links.suite.js"));
      await ofPart(
        "shipments",
        () => import("./lists/shipments.suite.js"),
        () => import("./shipments/defaults.suite.js"),
        () => import("./shipments/batch-id.suite.js"),
        () => import("./shipments/links.suite.js"),
      );
      await ofPart(
        "labels",
        () => import("./labels/warehouse.suite.js"),
        () => import("./labels/records.suite.js"),
      );
      // They read no list: they fill the gaps while others wait for answers.
      await ofPart(
        "transport, versioning",
        () => import("./transport/plain-http.suite.js"),
        () => import("./transport/tls.suite.js"),
        () => import("./versioning/generations.suite.js"),
      );
      await ofPart("v2", () => import("./v2/reading.suite.js"));
      await ofPart("errors", () => import("./errors/unknown-reads.suite.js"));
    });
  });

  describe.sequential("changing", () => {
    describe.concurrent("events", { meta: { ahead: true } }, () => {
      describe.concurrent("lives", async () => {
        await ofPart(
          "webhooks, batches",
          () => import("./events/registering.suite.js"),
          () => import("./events/v2-events.suite.js"),
        );
      });
    });

    describe.concurrent("resources", { meta: { ahead: true } }, () => {
      describe.concurrent("side by side", async () => {
        await ofPart("labels", () => import("./labels/void.suite.js"));
        await ofPart(
          "v2",
          () => import("./v2/round-trips.suite.js"),
          () => import("./v2/shipments.suite.js"),
          () => import("./v2/users.suite.js"),
        );
      });
    });

    // Requests that must be refused. Meanwhile, events that are not due have time to arrive, and effects have time to
    // vanish. Wrong keys come first, because at most a few writes with a wrong key are sent at a time.
    describe.concurrent("beside them", async () => {
      await ofPart(
        "auth",
        () => import("./auth/wrong-key.suite.js"),
        () => import("./auth/missing-key.suite.js"),
      );
      await ofPart("status", () => import("./status/wrong-method.suite.js"));
      await ofPart("errors", () => import("./errors/unknown-changes.suite.js"));
    });
  });
});

describe.sequential("after all others", () => {
  describe.concurrent("operations that nobody called", async () => {
    await ofPart("v2", () => import("./v2/records.suite.js"));
    // It judges the reads that other checks made, so each shard judges its own.
    await import("./v1/records.suite.js");
    await import("./operations/operations.suite.js");
  });

  // After all that changes the same records: it may repeat what those were put back to.
  describe.concurrent("changes without a key", async () => {
    await ofPart("auth", () => import("./auth/changes.suite.js"));
  });

  // The effects of earlier checks must last.
  describe.concurrent("later", async () => {
    await ofPart(
      "webhooks, batches",
      () => import("./webhooks/later.suite.js"),
      () => import("./batches/later.suite.js"),
    );
    await ofPart("labels", () => import("./labels/later.suite.js"));
    await ofPart("purchase orders", () => import("./purchase-orders/later.suite.js"));
    await ofPart("warehouses", () => import("./warehouses/later.suite.js"));
    await ofPart("v2", () => import("./v2/later.suite.js"));
    // By now, due events and events that must not come have had the whole run to arrive.
    await ofPart("webhooks, batches", () => import("./events/report-complete.suite.js"));
  });
});
// Looks back at all reads and changes before it; each shard at its own.
describe.sequential("reads", async () => {
  await import("./status/safe-reads.suite.js");
});
describe.sequential("events that are not due", async () => {
  await ofPart("webhooks, batches", () => import("./events/only-registered.suite.js"));
});

// Repeats failed requests, whichever check sent them; each shard repeats its own.
describe.sequential("failures", async () => {
  await import("./status/lists.suite.js");
  await import("./v2/looking-back.suite.js");
  await import("./errors/looking-back.suite.js");
  await import("./status/failed-calls.suite.js");
  await import("./status/repeated.suite.js");
});

describe.sequential("every exchange", async () => {
  await import("./exchanges/every-exchange.suite.js");
});

tellAtEnd();
