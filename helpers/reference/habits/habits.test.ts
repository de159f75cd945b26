import { describe, expect, it } from "vitest";
import { rules } from "../../contract/rules.js";
import { usual } from "../service/usual.js";
import { createReferenceService } from "../service.js";
import { allHabits, LAVISH, readHabits } from "./list.js";

async function asked(habit: string, accept: string): Promise<number> {
  const { apiKey, fetch, fixtures } = createReferenceService({ habits: [habit] });
  const path = `/v1/incubator/adjustments/reports/${fixtures.reports[0]}`;
  const headers = { "api-key": apiKey, accept };
  return (await fetch(new Request(`http://reference.test${path}`, { headers }))).status;
}

describe("habits", () => {
  const habits = allHabits;

  it("have a name of their own, a section of the document and a sentence", () => {
    expect(new Set(habits.map(({ id }) => id)).size).toBe(habits.length);
    const sections = new Set(rules.map(({ section }) => section));
    expect(habits.filter(({ section }) => !sections.has(section))).toEqual([]);
    expect(habits.filter(({ sentence }) => !/^[A-Z].+\.$/.test(sentence))).toEqual([]);
  });

  it("each take hold of a behaviour", () => {
    const idle = habits.filter(({ bend }) => Object.keys(bend(usual)).length === 0);
    expect(idle.map(({ id }) => id)).toEqual([]);
  });

  it("are found by name, each once; an unknown one gets the nearest", () => {
    expect(readHabits([...LAVISH, ...LAVISH]).map(({ id }) => id)).toEqual(LAVISH);
    expect(() => readHabits(["links-opaqe"])).toThrow("did you mean links-opaque?");
  });

  it.each([
    ["text/csv, application/json;q=0.5", 200],
    ["*/*", 200],
    ["text/*", 200],
    ["application/json", 406],
  ])("negotiate files: %s gets %i", async (accept, status) => {
    expect(await asked("files-negotiated", accept)).toBe(status);
  });

  it("serve below a base path", async () => {
    const service = createReferenceService({ habits: ["links-without-base-path"] });
    const base = await service.listen();
    expect(base).toMatch(/\/shipping$/);
    const headers = { "api-key": service.apiKey, "content-type": "application/json" };
    const body = JSON.stringify({ event: "batch", url: "https://a.example/" });
    const made = await fetch(`${base}/v1/environment/webhooks`, { method: "POST", headers, body });
    expect(made.status).toBe(201);
    const list = await (await fetch(`${base}/v1/labels`, { headers })).text();
    expect(list).toMatch(/"first":\{"href":"http:\/\/[\d.:]+\/v1\/labels/);
    await service.close();
  });
});
