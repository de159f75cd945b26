import { describe, expect, it } from "vitest";
import { schemaById } from "../../contract/compile.js";
import { isObject } from "../../contract/json.js";
import { readConfiguration, settingsFrom } from "./config.js";
import { ConfigurationError } from "./configuration-error.js";
import { defaultSettings } from "./settings.js";

const read = (value: unknown, environment = {}) => readConfiguration(value, "a.yaml", environment);

/** An object that contains itself, as an alias in YAML can make one. */
const circle: { again?: unknown } = {};
circle.again = [circle];

/** The line that a wrong configuration gives. */
function line(value: unknown, environment = {}): string {
  try {
    read(value, environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error("it was accepted");
}

const waiver = { rule: "labels.slice.desc", reason: "known", expires: "2026-12-31" };

describe("a wrong configuration names file and key", () => {
  it.each<[string, unknown, string]>([
    ["unknown key", { concurency: 4 }, "a.yaml: concurency is not a key; did you mean concurrency?"],
    ["inside", { receiver: { prot: 1 } }, "a.yaml: receiver.prot is not a key; did you mean port?"],
    ["hooks", { provison: {} }, "a.yaml: provison is not a key; did you mean provision?"],
    [
      "a key in a file",
      { apiKey: "s" },
      "a.yaml: apiKey is not allowed: the API key is read from the environment variable that keyEnv names.",
    ],
    ["range", { receiver: { port: 70000 } }, "a.yaml: receiver.port must be a whole number from 0 to 65535."],
    ["least", { rps: 0 }, "a.yaml: rps must be a whole number of at least 1."],
    ["type", { strict: "yes" }, "a.yaml: strict must be true or false."],
    ["enum", { effort: "heroic" }, "a.yaml: effort must be quick, standard or thorough."],
    ["pattern", { edition: "2026-13" }, "a.yaml: edition must look like 2026-03."],
    [
      "number for id",
      { fixtures: { warehouse: [12] } },
      "a.yaml: fixtures.warehouse[0] must be text; write it in quotes.",
    ],
    ["alternatives", { fixtures: "some" }, "a.yaml: fixtures must be all, or lists of ids by kind."],
    [
      "name",
      { fixtures: { "Ware house": [] } },
      "a.yaml: fixtures holds a name that cannot be used: Ware house.",
    ],
    ["empty", { generations: [] }, "a.yaml: generations must not be empty."],
    ["twice", { generations: ["v1", "v1"] }, "a.yaml: generations must not name anything twice."],
    ["missing", { waivers: [{ ...waiver, reason: undefined }] }, "a.yaml: waivers[0].reason is missing."],
    [
      "date",
      { waivers: [{ ...waiver, expires: "soon" }] },
      "a.yaml: waivers[0].expires must look like 2026-12-31.",
    ],
    [
      "rule",
      { waivers: [{ ...waiver, rule: "labels.slice.descs" }] },
      "a.yaml: waivers[0].rule: labels.slice.descs is not a rule; did you mean labels.slice.desc?",
    ],
    [
      "operation",
      { bodies: { v2CreateBatc: {} } },
      "a.yaml: bodies.v2CreateBatc is not an operation; did you mean v2CreateBatch?",
    ],
    [
      "function",
      { bodies: { v2CreateBatch: () => 1 } },
      "a.yaml: bodies.v2CreateBatch must be plain data, not a function.",
    ],
    [
      "BigInt",
      { bodies: { v2CreateBatch: { pages: [1n] } } },
      "a.yaml: bodies.v2CreateBatch.pages[0] must be plain data, not a bigint.",
    ],
    [
      "circle",
      { bodies: { v2CreateBatch: circle } },
      "a.yaml: bodies.v2CreateBatch.again[0] must be plain data, which does not contain itself.",
    ],
    [
      "hook",
      { provision: { batch: {} } },
      "a.yaml: provision.batch must have the functions create and remove.",
    ],
    [
      "header of the checks",
      { extraHeaders: { "Content-Type": "application/json" } },
      "a.yaml: extraHeaders.Content-Type is a header that the client sets itself.",
    ],
    ["no object", [], "a.yaml: must hold keys and values."],
  ])("%s", (_, value, expected) => expect(line(value)).toBe(expected));

  it("never repeats a value, which may be a secret", () => {
    expect(line({ extraHeaders: { "X-Token": 4711_4711 } })).not.toContain("4711");
    expect(line({ sellerId: 4711_4711 })).not.toContain("4711");
  });
});

describe("environment variables", () => {
  const name = (variable: string) => `\${${variable}}`;

  it("stand in for their names in text values, wherever they are", () => {
    const config = read(
      {
        extraHeaders: { A: `Bearer ${name("T")}` },
        bodies: { v2CreateBatch: [{ x: name("T") + name("T") }] },
      },
      { T: "t0p" },
    );
    expect(config.extraHeaders).toEqual({ A: "Bearer t0p" });
    expect(config.bodies).toEqual({ v2CreateBatch: [{ x: "t0pt0p" }] });
  });

  it("do not come into waivers, which reports show", () => {
    const waivers = [{ ...waiver, reason: `The target said ${name("T")}.` }];
    expect(read({ waivers }, { T: "t0p" }).waivers).toEqual(waivers);
  });

  it("are named when they are missing, and left alone when escaped", () => {
    expect(line({ extraHeaders: { A: name("NOPE") } })).toBe(
      "a.yaml: extraHeaders.A needs the environment variable NOPE, which is not set.",
    );
    expect(read({ sellerId: `$${name("NOPE")}` }).sellerId).toBe(name("NOPE"));
  });
});

describe("settings", () => {
  const defaults = { ...defaultSettings("https://target.test"), fixturesAll: true };

  it("stay as they were where the configuration says nothing", () => {
    expect(settingsFrom({}, defaults)).toEqual(defaults);
  });

  it("take named fixtures for the only ones", () => {
    const settings = settingsFrom({ fixtures: { warehouse: ["se-1"] } }, defaults);
    expect(settings).toMatchObject({ fixturesAll: false, fixtures: { warehouse: ["se-1"] } });
    expect(settingsFrom({ fixtures: "all" }, { ...defaults, fixturesAll: false }).fixturesAll).toBe(true);
  });

  it("follow every key of the schema but those that are not settings", () => {
    const schema = schemaById("config/config");
    const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
    const said: Record<string, unknown> = {
      keyEnv: "K",
      generations: ["v2"],
      edition: "2026-03",
      requestIdHeader: "X-R",
      serviceName: "s",
      extraHeaders: { A: "b" },
      sellerId: "1",
      effort: "quick",
      seed: 7,
      rps: 3,
      concurrency: 2,
      timeoutMs: 5,
      budget: 9,
      writes: "own",
      caFile: "ca.pem",
      receiver: { url: "https://r.test/", port: 8080 },
      reportTrigger: "/t",
      fixtures: { warehouse: ["1"] },
      bodies: { v2CreateBatch: 1 },
      out: "o",
      strict: true,
      complete: true,
    };
    const elsewhere = ["$schema", "keys", "url", "waivers"];
    expect(
      Object.keys(properties)
        .filter((key) => !elsewhere.includes(key))
        .sort(),
    ).toEqual(Object.keys(said).sort());
    const before = new Map<string, unknown>(Object.entries(defaults));
    const same = Object.entries(settingsFrom(read(said), defaults)).filter(
      ([key, value]) => JSON.stringify(before.get(key)) === JSON.stringify(value),
    );
    // What no configuration decides.
    const undecided = [
      "apiKey",
      "bail",
      "keyInQuery",
      "listenMs",
      "maxBodyBytes",
      "only",
      "replayPath",
      "run",
      "shard",
      "skip",
      "spentKeys",
      "url",
    ];
    expect(same.map(([key]) => key).sort()).toEqual(undecided);
  });
});
