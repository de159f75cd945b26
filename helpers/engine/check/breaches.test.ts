import { describe, expect, it } from "vitest";
import { defaultSettings, type Settings } from "../../target/settings/settings.js";
import type { Finding } from "../../wire/exchange.js";
import { Breaches } from "./breaches.js";

function found(rule: string): Finding {
  const request = "GET /v1/labels";
  return { rule, request, operation: "v1ListLabels", documented: "a", received: "b", exchanges: [0] };
}

/** What is told of findings, and why the run ends early. */
function heard(rules: readonly string[], settings: Partial<Settings> = {}, waived: readonly string[] = []) {
  const told: string[] = [];
  const stopped: string[] = [];
  const breaches = new Breaches({ ...defaultSettings("http://localhost"), ...settings }, waived, {
    tell: ({ rule }) => told.push(rule),
    stop: (why) => stopped.push(why),
  });
  for (const rule of rules) breaches.note([found(rule)]);
  return { told, stopped };
}

const MUST = "labels.slice.desc";
const OTHER = "labels.slice.asc";
const SHOULD = "auth.key.missing.status";

describe("broken rules as they are seen", () => {
  it("are told once each", () => {
    expect(heard([MUST, OTHER, MUST, OTHER])).toEqual({ told: [MUST, OTHER], stopped: [] });
  });

  it("are those that fail the run: not what is recommended, waived, left out or no rule", () => {
    expect(heard([SHOULD]).told).toEqual([]);
    expect(heard([SHOULD], { strict: true }).told).toEqual([SHOULD]);
    expect(heard([MUST], {}, [MUST]).told).toEqual([]);
    expect(heard([MUST], { skip: ["labels.*"] }).told).toEqual([]);
    expect(heard(["paging.links.next"], { generations: ["v2"] }).told).toEqual([]);
    expect(heard(["nothing.of.the.kind"]).told).toEqual([]);
  });

  it("end the run when there are as many as it was told, and only once", () => {
    const { told, stopped } = heard([MUST, MUST, OTHER, "labels.order.inside"], { bail: 2 });
    expect(told).toHaveLength(3);
    expect(stopped).toEqual(["the run was stopped after 2 broken rules (--bail 2)"]);
  });
});
