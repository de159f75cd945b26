import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** As Biome writes imports: of values and of types, static and dynamic. */
const IMPORT =
  /^(?:import|export)\s[^"'`;]*?\bfrom "(\.[^"]+)"|^import "(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm;

/** What each room may import beside itself; the arrows run downwards only. */
const MAY: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  wire: ["contract"],
  target: ["wire", "contract"],
  oracles: ["wire", "contract"],
  engine: ["target", "oracles", "wire", "contract"],
  reference: ["contract"],
  reports: ["wire", "contract"],
  suites: ["engine", "target", "oracles", "wire", "contract"],
  api: ["cli", "reference", "reports", "target", "oracles", "wire", "contract"],
  cli: ["engine", "reference", "reports", "target", "oracles", "wire", "contract"],
};

/** What stands beside the folders of a room. It may import all of them; they may import it only where it is named. */
const BESIDE = ".";

/** The same for the folders inside large rooms. */
const MAY_INSIDE: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  target: {
    settings: [],
    messages: ["settings"],
    secrets: ["messages", "settings"],
    recordings: ["secrets", "messages", "settings"],
    client: ["recordings", "secrets", "messages", "settings"],
    replay: ["client", "recordings", "secrets", "messages", "settings"],
    lists: ["messages", "settings"],
    ledger: ["client", "recordings", "secrets", "messages", "settings"],
    probes: [],
  },
  oracles: {
    answers: [BESIDE],
    lists: [BESIDE, "answers"],
    records: [BESIDE, "answers"],
    "purchase-orders": [BESIDE, "answers"],
    warehouses: [BESIDE, "answers"],
    webhooks: [BESIDE],
    reports: [BESIDE, "answers"],
    exchange: [BESIDE, "answers", "lists", "reports"],
    traffic: [BESIDE, "answers", "lists", "records"],
  },
  engine: {
    check: [],
    lists: ["check"],
    operations: ["check"],
    resources: ["lists", "operations", "check"],
    vitest: ["resources", "operations", "check"],
  },
  "engine/lists": {
    asking: [],
    reading: ["asking"],
    laws: ["reading", "asking"],
    open: ["reading", "asking"],
  },
  cli: {
    mistakes: [],
    settings: ["mistakes"],
    run: ["settings", "mistakes"],
    reference: ["run", "settings", "mistakes"],
    merge: ["run", "mistakes"],
    judge: ["merge", "run", "settings", "mistakes"],
    contract: ["reference", "run", "settings", "mistakes"],
    operator: ["run", "settings", "mistakes"],
    results: ["judge", "merge", "run", "settings", "mistakes"],
  },
};

/** Modules without tests, and what serves tests alone. */
const files = ["helpers", "reports", "suites"]
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|\/testing\b|\/arbitraries\.ts$/.test(file));

const graph = new Map(files.map((file) => [file, importsOf(file)]));

function importsOf(file: string): readonly string[] {
  return [...readFileSync(join(ROOT, file), "utf8").matchAll(IMPORT)].map(([, from, bare, dynamic]) =>
    relative(ROOT, join(ROOT, dirname(file), from ?? bare ?? dynamic ?? "")).replace(/\.js$/, ".ts"),
  );
}

/** The room of a module; the public entry above the rooms is none. */
function roomOf(file: string): string | null {
  const [top, second = "", below] = file.split("/");
  if (top !== "helpers") return top ?? null;
  return below === undefined ? null : second;
}

/** Modules that lead back to themselves, each circle once. */
function circles(): string[] {
  const found = new Set<string>();
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) {
      found.add(path.slice(at).toSorted().join(" "));
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return [...found];
}

describe("the rooms", () => {
  it("import downwards only", () => {
    const upwards = [...graph].flatMap(([file, imports]) => {
      const room = roomOf(file);
      const may = room === null ? [] : [room, ...(MAY[room] ?? [])];
      return room === null
        ? []
        : imports.filter((to) => !may.includes(roomOf(to) ?? "")).map((to) => `${file} -> ${to}`);
    });
    expect(upwards).toEqual([]);
  });

  it.each(Object.entries(MAY_INSIDE))("inside %s import downwards only", (room, may) => {
    const within = (file: string) => new RegExp(`^helpers/${room}/([\\w-]+)/`).exec(file)?.[1] ?? BESIDE;
    const upwards = [...graph].flatMap(([file, imports]) => {
      const folder = within(file);
      if (!(folder in may)) return [];
      const below = [folder, ...(may[folder] ?? [])];
      return imports
        .filter((to) => to.startsWith(`helpers/${room}/`) && !below.includes(within(to)))
        .map((to) => `${file} -> ${to}`);
    });
    expect(upwards).toEqual([]);
    const folders = [...graph.keys()].filter((file) => file.startsWith(`helpers/${room}/`)).map(within);
    expect(new Set([...folders, BESIDE])).toEqual(new Set([...Object.keys(may), BESIDE]));
  });

  it("know nobody who imports a suite but the file that brings all together", () => {
    const importing = [...graph].flatMap(([file, imports]) =>
      imports.filter((to) => to.endsWith(".suite.ts")).map((to) => `${file} -> ${to}`),
    );
    expect(importing.filter((arrow) => !arrow.startsWith("suites/plimsoll.suite.ts"))).toEqual([]);
  });

  it("have no circles", () => {
    expect(circles()).toEqual([]);
  });

  it("are where the scripts look for them", () => {
    const scripts = readdirSync(join(ROOT, "scripts"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".mjs"))
      .map((file) => readFileSync(join(ROOT, "scripts", file), "utf8"));
    const built = scripts.flatMap((text) => [...text.matchAll(/"(?:\.\.\/)+dist\/([^"]+)\.js"/g)]);
    const modules = built.map(([, module = ""]) => `${module}.ts`);
    expect(modules.filter((module) => !existsSync(join(ROOT, module)))).toEqual([]);
    expect(modules).toContain("helpers/target/settings/settings.ts");
  });

  it("are seen as they are", () => {
    expect(graph.size).toBeGreaterThan(300);
    expect(graph.get("helpers/wire/exchange.ts")).toContain("helpers/contract/conduct.ts");
  });
});
