/** Whole runs that look like real ones: a clean target, a broken one, one that says hostile things. */

import type { RuleFacts, RunEvents } from "../events.js";
import { aFinding, anExchange, aRecord, aRule, events } from "./sample.js";

const SECTIONS = [
  "Conventions",
  "Address object",
  "Shipment (v1)",
  "Label (v1 list item)",
  "Batch (v1 by-id response)",
  "Webhook (v2)",
  "Adjustment report (v1)",
  "Purchase order (v2)",
  "States and transitions",
  "GET /v1/incubator/adjustments/reports",
  "GET /v1/shipments",
  "GET /v1/shipments/{shipment_id}",
  "PUT /v1/warehouses/{warehouse_id}",
  "GET /v1/carriers/{carrier_id}/services",
  "GET /v1/batches/{batch_id}",
  "GET /v1/labels",
  "v2 endpoints",
  "v2 webhooks",
  "Paging (all paged endpoints)",
  "Authentication",
  "Event: report_complete (v1)",
  "Status codes",
  "Error body",
  "Limits",
  "Versioning",
] as const;

const STATEMENTS = [
  "With sort_dir desc, page p of size s holds the p-th newest s labels.",
  "Inside a response labels are ordered from oldest to newest.",
  "The total of a list is the number of resources that match its filters.",
  "The link to the next page is an empty object on the last page.",
  "Every answer carries a request id that no other answer carries.",
  "A well-formed id that does not exist is answered with 404.",
];

/** So many rules over all sections, in a mix of levels and generations. */
export function manyRules(count: number): RuleFacts[] {
  return Array.from({ length: count }, (_, at) =>
    aRule(`${["labels", "shipments", "paging", "webhooks.v2", "error"][at % 5]}.topic-${at}.detail`, {
      section: SECTIONS[Math.floor((at * SECTIONS.length) / count)] ?? "Limits",
      generation: at % 3 === 0 ? "both" : at % 3 === 1 ? "v1" : "v2",
      level: at % 11 === 3 ? "should" : at % 17 === 5 ? "open" : "must",
      statement: STATEMENTS[at % STATEMENTS.length] ?? "",
      needs: ["two full pages of labels with different created_at", "a purchase order in receiving"][at % 2],
      ...(at % 23 === 7
        ? { by: "none", whyUnjudged: "What happens inside the service cannot be seen." }
        : {}),
    }),
  );
}

const OPERATIONS = Array.from({ length: 120 }, (_, at) => ({
  id: `v2GetThing${at}`,
  method: at % 4 === 0 ? "POST" : "GET",
  path: `/v2/things/{thing_id}/parts_${at}`,
}));

const COMMON = {
  operations: OPERATIONS,
  coverage: Object.fromEntries(
    OPERATIONS.filter((_, at) => at % 3 > 0).map(({ id }, at) => [id, { 200: at + 1, 404: 2 }]),
  ),
  instability: { ECONNRESET: 2, 429: 5 },
};

/** Every rule in scope holds. */
export function cleanRun(count = 420): RunEvents {
  const rules = manyRules(count);
  return events(rules, {
    ...COMMON,
    instability: {},
    records: rules.map(({ id, level }) =>
      aRecord(id, {
        observations: level === "open" ? [`It answers a page_size of 500 with ${id.length} items.`] : [],
      }),
    ),
  });
}

/** Many rules are broken, some could not be judged, and the run left something behind. */
export function brokenRun(count = 420): RunEvents {
  const rules = manyRules(count);
  const labels = [41, 40, 39, 38, 37].map((n) => ({
    label_id: `se-${n}`,
    created_at: `2026-03-0${n - 36}T10:00:00Z`,
  }));
  return events(rules, {
    ...COMMON,
    outOfScope: new Map(
      rules.slice(-12).map(({ id }) => [id, "its operations are younger than the edition 2026-03"]),
    ),
    records: rules
      .filter((_, at) => at % 19 !== 4)
      .map(({ id, level }, at) => {
        const observations =
          level === "open" ? ["Links are relative.", "A page past the last is an empty list."] : [];
        if (at % 41 === 2 || (level === "should" && at % 4 === 0))
          return aRecord(id, { findings: someFindings(id), observations });
        if (at % 29 === 8) {
          return aRecord(id, {
            outcome: "inconclusive",
            reason: "The target holds 3 labels; supply at least 10 with different created_at.",
            evidence: { labels: 3 },
          });
        }
        return aRecord(id, { observations });
      }),
    samples: [anExchange(0, { labels, total: 31, page: 2, pages: 7 })],
    leftovers: [
      { what: "webhook 4711 (POST /v2/environment/webhooks)", why: "DELETE was answered with 500" },
    ],
    defects: [],
  });
}

function someFindings(rule: string) {
  return [
    aFinding(rule, {
      pointer: "/labels/0/created_at",
      smallest: "page_size=2, page=1 (shrunk from page_size=37, page=3)",
      replay: { seed: 1871, path: "3:0:1" },
    }),
    aFinding(rule, { pointer: "/labels/3/created_at" }),
    aFinding(rule, {
      documented: "next of the last page is an empty object",
      received: 'next = {"href":"https://staging.example.test/v1/labels?page=8"}',
      request: "GET /v1/labels?page=7",
      intermittent: true,
    }),
  ];
}

/** Text that tries to break out of every format. */
export const HOSTILE =
  `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'\`]]>&amp; \u202Egnp.exe\u2066 \u001b[31m\u0000\uFFFE\uD800 ` +
  "| ![x](http://evil.test) @everyone -->";

/** Every string that can come from outside is hostile. */
export function hostileRun(): RunEvents {
  const rules = ["hostile.broken", "hostile.undecided", "hostile.open"].map((id, at) =>
    aRule(id, { level: at === 2 ? "open" : "must", section: HOSTILE, statement: HOSTILE, needs: HOSTILE }),
  );
  const exchange = anExchange(0, { [HOSTILE]: HOSTILE });
  return events(rules, {
    target: { url: `https://host.test/${HOSTILE}`, embedded: false, requestIdHeader: HOSTILE },
    records: [
      aRecord("hostile.broken", {
        findings: [
          aFinding("hostile.broken", {
            request: HOSTILE,
            documented: HOSTILE,
            received: HOSTILE,
            pointer: `/${HOSTILE}`,
            smallest: HOSTILE,
            replay: { seed: 1, path: HOSTILE },
          }),
        ],
        check: HOSTILE,
      }),
      aRecord("hostile.undecided", { outcome: "inconclusive", reason: HOSTILE, evidence: { [HOSTILE]: 1 } }),
      aRecord("hostile.open", { observations: [HOSTILE] }),
      aRecord("hostile.broken", { outcome: "defect", reason: HOSTILE, evidence: {} }),
    ],
    operations: [{ id: "v1ListLabels", method: HOSTILE, path: HOSTILE }],
    coverage: { v1ListLabels: { [HOSTILE]: 1 } },
    instability: { [HOSTILE]: 1 },
    defects: [HOSTILE],
    leftovers: [{ what: HOSTILE, why: HOSTILE }],
    samples: [
      {
        ...exchange,
        request: {
          ...exchange.request,
          method: HOSTILE,
          url: HOSTILE,
          body: HOSTILE,
          headers: { "x-odd": HOSTILE },
        },
        answer: { status: 200, headers: { "content-type": HOSTILE }, body: { kind: "text", text: HOSTILE } },
      },
    ],
  });
}
