import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DataName } from "../../reference/service/variant.js";
import { createReferenceService } from "../../reference/service.js";
import { HAR_FILE } from "../../target/recordings/har.js";
import { readRecording } from "../../target/recordings/read-recording.js";
import { emptyFolder, plimsoll, whileAnswering } from "../testing.js";
import { type RequestClass, requestClasses } from "./request-classes.js";

const KEY = "the-secret-key-of-this-test-4714";

interface Compared {
  readonly planned: readonly RequestClass[];
  readonly sent: readonly RequestClass[];
}

/** What a run was announced to send, and what it then sent. */
async function compared(data: DataName, options: readonly string[]): Promise<Compared> {
  const out = emptyFolder();
  let planned: readonly RequestClass[] = [];
  await whileAnswering(
    [],
    KEY,
    async (url) => {
      planned = JSON.parse((await plimsoll(["plan", url, "--json", ...options])).stdout).classes;
      expect((await plimsoll(["run", url, "--out", out, ...options], KEY)).code).toBe(0);
    },
    { data },
  );
  return { planned, sent: requestClasses(readRecording(join(out, HAR_FILE)).exchanges) };
}

function nameOf({ kind, method, operation }: RequestClass): string {
  return `${kind} ${method} ${operation}`;
}

function total(classes: readonly RequestClass[]): number {
  return classes.reduce((sum, { requests }) => sum + requests, 0);
}

/** Each class was announced, about as often: a target that holds other data is asked more or less. */
function expectAnnounced({ planned, sent }: Compared): void {
  const announced = new Map(planned.map((one) => [nameOf(one), one.requests]));
  for (const one of sent) {
    const least = announced.get(nameOf(one));
    expect(least, `${nameOf(one)} was announced`).toBeDefined();
    expect(one.requests, nameOf(one)).toBeLessThanOrEqual(2 * (least ?? 0));
  }
  expect(total(sent)).toBeLessThanOrEqual(1.2 * total(planned));
  expect(total(planned)).toBeLessThanOrEqual(3 * total(sent));
}

describe("a run and its plan", { timeout: 120_000 }, () => {
  it.each<[DataName, readonly string[]]>([
    ["default", ["--writes", "fixtures", "--effort", "quick"]],
    ["sparse", ["--writes", "own"]],
    ["lavish", ["--writes", "none", "--generation", "v1"]],
    ["lavish", ["--writes", "own", "--edition", "2026-01", "--only", "webhooks.*,batches.*"]],
  ])("agree on %s data with %j", async (data, options) => {
    expectAnnounced(await compared(data, options));
  });

  it("agree on what is changed where only some fixtures are named", async () => {
    const [warehouse = ""] = createReferenceService({ seed: 1 }).fixtures.warehouses;
    const only = ["--only", "warehouses.*,purchase-orders.*,batches.*,v2.shipments.*"];
    const options = ["--writes", "fixtures", "--fixture", `warehouse=${warehouse}`, ...only];
    const { planned, sent } = await compared("default", options);
    expectAnnounced({ planned, sent });
    const changes = (classes: readonly RequestClass[]) =>
      classes.filter(({ kind }) => kind === "changes").map(nameOf);
    expect(changes(planned)).toContain("changes PUT v1UpdateWarehouse");
    expect(changes(planned)).toEqual(changes(sent));
  });
});
