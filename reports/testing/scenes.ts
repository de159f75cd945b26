/** Whole runs that look real: a clean target, a broken one, one that sends hostile text. */

import { operations } from "../../helpers/contract/operations.js";
import { rules } from "../../helpers/contract/rules.js";
import type { Finding } from "../../helpers/wire/exchange.js";
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
  "With sort_dir desc, page p of size s holds the p-th group of s labels, counted from the newest.",
  "Inside a response labels are ordered from oldest to newest.",
  "The total of a list is the number of resources that match its filters.",
  "The link to the next page is an empty object on the last page.",
  "Every answer carries a request id that no other answer carries.",
  "A well-formed id that does not exist is answered with 404.",
];

const GENERATIONS = ["both", "v1", "v2"] as const;

/** That many rules over all sections, with various levels and generations. */
export function manyRules(count: number): RuleFacts[] {
  return Array.from({ length: count }, (_, at) =>
    aRule(`${["labels", "shipments", "paging", "webhooks.v2", "error"][at % 5]}.topic-${at}.detail`, {
      section: SECTIONS[Math.floor((at * SECTIONS.length) / count)] ?? "Limits",
      generation: GENERATIONS[at % GENERATIONS.length] ?? "both",
      level: at % 11 === 3 ? "should" : at % 17 === 5 ? "open" : "must",
      statement: STATEMENTS[at % STATEMENTS.length] ?? "",
      needs:
        at % 2 === 0 ? "two full pages of labels with different created_at" : "a purchase order in receiving",
      ...(at % 23 === 7
        ? { by: "none" as const, whyUnjudged: "What happens inside the service cannot be seen." }
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

const TIMELINE = {
  ms: 2_310,
  idleMs: 92,
  atOnce: Array.from({ length: 60 }, (_, at) => [1, 4.2, 7.9, 8, 7.6, 0.4][at % 6] ?? 0),
  longest: [
    { check: "labels.partition · walks the labels in pages of several sizes", requests: 31, ms: 1_204 },
    { check: "census", requests: 18, ms: 820 },
  ],
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
    timeline: { ...TIMELINE, longest: [{ check: HOSTILE, requests: 1, ms: 3 }] },
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

/** All rules of the contract. */
const CONTRACT: readonly RuleFacts[] = rules;
const ASKED = Object.fromEntries(operations.map(({ id }, at) => [id, { 200: (at % 5) + 1, 401: 1 }]));

/** A run over the real rules, all of which hold except those named, which have the given findings. */
export function realRun(
  broken: ReadonlyMap<string, Finding> = new Map(),
  more: Partial<RunEvents> = {},
): RunEvents {
  return events(CONTRACT, {
    operations,
    coverage: ASKED,
    records: CONTRACT.filter(({ by }) => by !== "none").map(({ id, level }) => {
      const finding = broken.get(id);
      return aRecord(id, {
        findings: finding === undefined ? [] : [finding],
        observations: level === "open" ? [`What ${id} leaves open is done in one way.`] : [],
      });
    }),
    samples: [
      anExchange(0, { labels: [{ label_id: "se-41", created_at: "2026-03-05T10:00:00Z" }], total: 31 }),
    ],
    timeline: TIMELINE,
    ...more,
  });
}

/** That many required rules of the contract are broken, each by a typical finding. */
export function runWithBroken(count: number): RunEvents {
  const judged = CONTRACT.filter(({ level, by }) => level === "must" && by !== "none");
  // First about one rule in five, so that all parts of the contract have some; then as many more as needed.
  const spread = [...judged.filter((_, at) => at % 5 === 2), ...judged.filter((_, at) => at % 5 !== 2)];
  const chosen = spread.slice(0, count);
  return realRun(new Map(chosen.map((rule) => [rule.id, findingFor(rule)])));
}

function findingFor({ id, operations: [operation] = [], generation }: RuleFacts): Finding {
  const at = operation ?? (generation === "v2" ? "v2ListLabels" : "v1ListLabels");
  const { method, path } = operations.find((one) => one.id === at) ?? { method: "GET", path: "/v1/labels" };
  const said = { operation: at, request: `${method} ${path}` };
  const member = /\.field\.(?:.*\.)?([a-z_]+)$/.exec(id)?.[1];
  if (member !== undefined) {
    const received = "none; the members are label_id, status, shipment_id and 20 more";
    return aFinding(id, {
      ...said,
      documented: `a member ${member}`,
      received,
      pointer: `/items/0/${member}`,
    });
  }
  if (id.startsWith("operation.")) {
    return aFinding(id, {
      ...said,
      documented: `${method} ${path} is an operation of the contract`,
      received: "status 404: as for a path that does not exist",
      exchanges: [],
    });
  }
  if (id.startsWith("error.404")) {
    return aFinding(id, {
      ...said,
      documented: "status 404 to an id that does not exist",
      received: "status 400",
    });
  }
  return aFinding(id, {
    ...said,
    smallest: "page_size=2, page=1 (shrunk from page_size=37, page=3)",
    replay: { seed: 1871, path: "3:0:1" },
  });
}

const WANTING = [
  { reason: "needs more than 25 labels; the list holds 3" },
  {
    reason: "needs a purchase order that is open; name one as fixture purchase_order:open",
    options: ["--fixture purchase_order:open=ID"],
  },
  {
    reason: "POST /reports brought no event; name a path that completes one with --report-trigger",
    options: ["--report-trigger PATH"],
  },
] as const;

/** A target that holds almost nothing: many rules could not be judged. */
export function sparseRun(): RunEvents {
  const whole = realRun();
  return {
    ...whole,
    records: whole.records.map((record, at) =>
      at % 4 > 0
        ? record
        : {
            ...record,
            outcome: "inconclusive" as const,
            evidence: {},
            ...WANTING[at % 3],
          },
    ),
  };
}

/** The run looked only at the labels. */
export function partialRun(): RunEvents {
  const whole = realRun();
  const left = CONTRACT.filter(({ id }) => !id.startsWith("labels."));
  return {
    ...whole,
    run: { ...whole.run, only: "labels.*" },
    records: whole.records.filter(({ rule }) => rule.startsWith("labels.")),
    outOfScope: new Map(left.map(({ id }) => [id, "not asked for: the run was limited to labels.*"])),
  };
}

/** The run could not be made. */
export function failedRun(): RunEvents {
  const run = events(CONTRACT);
  return {
    ...run,
    run: { ...run.run, requests: 0, seconds: 0.2 },
    outOfScope: new Map(CONTRACT.map(({ id }) => [id, "the run could not be made"])),
    failure:
      "https://staging.example.test refused the API key in PLIMSOLL_API_KEY (status 401). Is it the key of this environment?",
  };
}

/** Traffic that somebody else recorded, which shows little. */
export function recordedRun(): RunEvents {
  const whole = realRun(new Map([["error.body.on-404", findingFor(aRule("error.body.on-404"))]]));
  return {
    ...whole,
    run: { ...whole.run, traffic: true, notes: ["Judged offline from traffic.har: nothing was sent."] },
    records: whole.records.map((record, at) =>
      at % 6 === 0 || record.findings.length > 0 ? record : { ...record, evidence: {} },
    ),
  };
}
