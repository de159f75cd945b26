import { describe, expect, it } from "vitest";
import type { SchemaId } from "../../contract/generated/types.js";
import { findOperation } from "../../contract/operations.js";
import { ruleById } from "../../contract/rules.js";
import { validate } from "../../contract/validator.js";
import { usual } from "../service/usual.js";
import { createReferenceService } from "../service.js";
import { listSchemaFaults, type SchemaFault } from "./schema.js";

const service = createReferenceService();
const { fixtures, apiKey } = service;

/** Calls whose answers have the forms of the contract between them. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  v1ListShipments: ["/v1/shipments?page_size=60&page=2"],
  v1GetShipment: [...(fixtures.shipments.label_purchased ?? []).slice(0, 12)].map(
    (id) => `/v1/shipments/${id}`,
  ),
  v1ListLabels: ["/v1/labels?page_size=80&page=2"],
  v1ListAdjustmentReports: ["/v1/incubator/adjustments/reports?page=2&page_size=5"],
  v1GetBatch: [...(fixtures.batches.completed ?? []).slice(0, 8)].map((id) => `/v1/batches/${id}`),
  v1ListBatches: ["/v1/batches?page=2&page_size=5"],
  v1ListBatchErrors: [`/v1/batches/${fixtures.batches.open?.[0]}/errors`],
  v1ListCarrierServices: [`/v1/carriers/${fixtures.carriers[0]}/services`],
  v1ListCarrierOptions: [`/v1/carriers/${fixtures.carriers[0]}/options`],
  v2ListShipments: ["/v2/shipments?page=2"],
  v2GetShipment: [`/v2/shipments/${fixtures.shipments.label_purchased?.[0]}`],
  v2ListLabels: ["/v2/labels?page=2"],
  v2GetLabel: [`/v2/labels/${fixtures.labels.completed?.[0]}`],
  v2ListBatches: ["/v2/batches?page=2&page_size=5"],
  v2ListPurchaseOrders: ["/v2/purchase_orders"],
  v2GetPurchaseOrder: [`/v2/purchase_orders/${fixtures.purchaseOrders.open?.[0]}`],
  v2ListWebhooks: ["/v2/environment/webhooks"],
  v2GetWebhook: [`/v2/environment/webhooks/${fixtures.webhooks[0]}`],
  v2GetTote: ["/v2/totes/se-999999999"],
};

interface Sample {
  readonly form: SchemaId;
  readonly bodies: readonly unknown[];
  readonly damage: (fault: SchemaFault) => readonly unknown[];
}

async function sampleOf(id: string, paths: readonly string[]): Promise<Sample> {
  const operation = findOperation(id);
  if (operation === null) throw new Error(`no operation ${id}`);
  let form: SchemaId | null = null;
  let status = 200;
  const bodies: unknown[] = [];
  for (const path of paths) {
    const headers = { "api-key": apiKey };
    const response = await service.fetch(new Request(`http://reference.test${path}`, { headers }));
    status = response.status;
    form = operation.responses[String(status)]?.schema ?? null;
    bodies.push(await response.json());
  }
  if (form === null) throw new Error(`${id} has no form`);
  const damage = (fault: SchemaFault) =>
    bodies.map((body) => fault.bend(usual).say?.(body, { operation, status }));
  return { form, bodies, damage };
}

const samples = await Promise.all(Object.entries(CALLS).map(([id, paths]) => sampleOf(id, paths)));
const rulesBroken = (form: SchemaId, body: unknown) => validate(form, body).breaches.map(({ rule }) => rule);

describe("schema faults", () => {
  const faults = listSchemaFaults();

  it("have ids of their own, a rule of the contract and a sentence", () => {
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
    for (const { rule, sentence } of faults) {
      expect(ruleById(rule).id).toBe(rule);
      expect(sentence).toMatch(/^In every answer .+\.$/);
    }
  });

  it("have a sample of each form, undamaged without breach", () => {
    const forms = new Set<string>(samples.map(({ form }) => form));
    expect([...new Set(faults.map(({ form }) => form))].filter((form) => !forms.has(form))).toEqual([]);
    for (const { form, bodies } of samples) {
      expect(
        bodies.flatMap((body) => rulesBroken(form, body).filter((rule) => ruleById(rule).level === "must")),
      ).toEqual([]);
    }
  });

  it("each break their rule", () => {
    const harmless = faults.filter((fault) => {
      const mine = samples.filter(({ form }) => form === fault.form);
      return !mine.some(({ form, damage }) =>
        damage(fault).some((body) => rulesBroken(form, body).some((rule) => rule === fault.rule)),
      );
    });
    expect(harmless.map(({ id, rule }) => `${id} ${rule}`)).toEqual([]);
  });

  it("break few other must rules", () => {
    const wide = faults.flatMap((fault) => {
      const broken = samples
        .filter(({ form }) => form === fault.form)
        .flatMap(({ form, damage }) => damage(fault).flatMap((body) => rulesBroken(form, body)));
      const others = new Set(broken.filter((rule) => rule !== fault.rule && ruleById(rule).level === "must"));
      return others.size > 1 ? [`${fault.id}: ${[...others].join(", ")}`] : [];
    });
    expect(wide).toEqual([]);
  });

  it("leave answers of other forms as they are", () => {
    const list = findOperation("v1ListLabels");
    const body = { shipments: [] };
    const [fault] = faults.filter(({ id }) => id === "schema:v1/shipments:shipments:drop");
    expect(fault?.bend(usual).say?.(body, { operation: list, status: 200 })).toBe(body);
  });
});
