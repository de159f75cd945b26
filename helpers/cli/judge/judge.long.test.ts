import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, request as forward } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { emptyFolder, plimsoll, start, whileAnswering } from "../testing.js";

const KEY = "the-secret-key-of-this-test-4711";
const RECORDING = "exchanges.har";
/** Milliseconds for several whole runs, on a machine that has other things to do. */
const LONG = 400_000;

/** Loaded into every process and worker of a command: notes whoever tries to connect or to listen. */
const WATCH = `
const { appendFileSync } = require("node:fs");
const note = (what) => appendFileSync(process.env.WATCHED, what + "\\n");
const wrap = (object, name) => {
  const plain = object[name];
  object[name] = function (...args) {
    note(name);
    return plain.apply(this, args);
  };
};
const net = require("node:net");
wrap(net.Socket.prototype, "connect");
wrap(net.Server.prototype, "listen");
wrap(require("node:dns"), "lookup");
wrap(require("node:dgram"), "createSocket");
`;

/** compliance.json without what tells of time: when the run began and how long it took. */
function withoutTimes(folder: string): string {
  const { run, timeline, ...rest } = JSON.parse(readFileSync(join(folder, "compliance.json"), "utf8"));
  // Options that name files of the machine are in no recording.
  const { startedAt, seconds, options, ...said } = run;
  // A recording that is judged takes no time of the target.
  expect(["undefined", "object"]).toContain(typeof timeline);
  expect([typeof startedAt, typeof seconds, Array.isArray(options)]).toEqual(["string", "number", true]);
  return JSON.stringify({ run: said, ...rest }, null, 2);
}

/** Verdict by rule. */
function verdictsIn(folder: string): Map<string, { verdict: string; reason: string }> {
  const { rules } = JSON.parse(readFileSync(join(folder, "compliance.json"), "utf8"));
  return new Map(rules.map((rule: { id: string }) => [rule.id, rule]));
}

/** Gives a recording the length from which it is judged in a thread of its own, and nothing else. */
function lengthened(file: string): string {
  const longer = `${file}.long.har`;
  writeFileSync(longer, readFileSync(file, "utf8") + " ".repeat(2 ** 25));
  return longer;
}

/** Judges a recording, and says who tried to open a connection meanwhile. */
async function judge(file: string, ...args: string[]) {
  const out = emptyFolder();
  const watch = join(out, "watch.cjs");
  const watched = join(out, "watched.txt");
  writeFileSync(watch, WATCH);
  const ended = await plimsoll(["judge", file, "--out", out, ...args], null, out, {
    NODE_OPTIONS: `--require ${watch}`,
    WATCHED: watched,
  });
  const tried = existsSync(watched) ? readFileSync(watched, "utf8") : "";
  return { ...ended, out, tried };
}

/** Between a client and a target: now and then answers 429, or cuts the connection. */
async function withUnrulyWay(target: string, use: (url: string) => Promise<void>): Promise<void> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    if (count % 50 === 17) {
      response.writeHead(429, { "retry-after": "0", "X-Service-RequestID": `way-${count}` }).end();
      return;
    }
    if (count % 90 === 31 && request.method === "GET") {
      request.socket.destroy();
      return;
    }
    const onward = forward(
      new URL(request.url ?? "/", target),
      { method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  try {
    await use(`http://127.0.0.1:${address.port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe("plimsoll judge on a recording of plimsoll run", () => {
  it("comes to the same result to the byte, without any connection", { timeout: LONG }, async () => {
    const out = emptyFolder();
    const first = await plimsoll(["run", "--out", out]);
    expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(/^CONFORMS/m)]);
    const reports = ["compliance.json", "index.html", "junit.xml", "summary.md", RECORDING, "allure-results"];
    expect(readdirSync(out)).toEqual(expect.arrayContaining(reports));
    const again = await judge(join(out, RECORDING));
    expect(again.tried).toBe("");
    expect(withoutTimes(again.out)).toBe(withoutTimes(out));
    expect(again.code).toBe(first.code);
    expect(readdirSync(again.out)).not.toContain("ledger.ndjson");
  });

  it("repeats what was found, trouble on the way and waivers", { timeout: LONG }, async () => {
    const out = emptyFolder();
    const config = join(out, "plimsoll.config.json");
    const waivers = [{ rule: "labels.slice.desc", reason: "known", expires: "2999-12-31" }];
    writeFileSync(config, JSON.stringify({ waivers }));
    const faults = ["labels-desc-reverses-page", "shipments-total-ignores-filter"];
    await whileAnswering(faults, KEY, (target) =>
      withUnrulyWay(target, async (url) => {
        const { code } = await plimsoll(
          ["run", url, "--out", out, "--config", config, "--effort", "quick", "--writes", "fixtures"],
          KEY,
        );
        expect(code).toBe(1);
      }),
    );
    const { instability } = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
    expect(instability).toMatchObject({ STATUS_429: expect.any(Number) });
    expect(Object.keys(instability).length).toBeGreaterThan(1);
    for (const recording of [RECORDING, "journal.ndjson"]) {
      const again = await judge(join(out, recording));
      expect(withoutTimes(again.out)).toBe(withoutTimes(out));
      expect(again.code).toBe(1);
      expect(again.tried).toBe("");
    }
  });

  it("judges what a killed run had recorded, and nothing more", { timeout: LONG }, async () => {
    const out = emptyFolder();
    const whole = emptyFolder();
    const faults = ["labels-desc-reverses-page"];
    const killedHalfway = async (url: string) => {
      const run = (folder: string) => ["run", url, "--out", folder, "--effort", "quick", "--writes", "own"];
      await plimsoll(run(whole), KEY);
      const child = start(run(out), KEY);
      const journal = join(out, "journal.ndjson");
      while (!existsSync(journal) || readFileSync(journal, "utf8").split("\n").length < 80) await sleep(20);
      child.kill("SIGKILL");
      await once(child, "close");
    };
    await whileAnswering(faults, KEY, killedHalfway, { latencyMs: 20 });
    const again = await judge(join(out, "journal.ndjson"));
    expect(again.stderr).not.toContain("defect");
    const killed = verdictsIn(again.out);
    const undecided = [...verdictsIn(whole)].filter(
      ([id, { verdict }]) => killed.get(id)?.verdict !== verdict,
    );
    expect(undecided.length).toBeGreaterThan(5);
    for (const [id] of undecided) expect([id, killed.get(id)?.verdict]).toEqual([id, "inconclusive"]);
    const reasons = [...killed.values()].map(({ reason }) => reason).join("\n");
    expect(reasons).toMatch(/the recording holds no answer to (GET|POST|PUT|DELETE) \/v/);
    expect(killed.get("labels.order.inside")?.verdict).toBe("violates");
    expect(again.code).toBe(1);
    expect(again.tried).toBe("");
    const { notices, defects } = JSON.parse(readFileSync(join(again.out, "compliance.json"), "utf8"));
    expect(defects).toEqual([]);
    expect(notices.join()).toMatch(/was stopped after \d+ exchanges/);
  });
});

describe("plimsoll judge on what others recorded", () => {
  /** The recording of a run as another tool would have written it. */
  async function foreign(faults: readonly string[], only = "labels.*"): Promise<string> {
    const out = emptyFolder();
    await whileAnswering(faults, KEY, async (url) => {
      await plimsoll(["run", url, "--out", out, "--only", only], KEY);
    });
    const { log } = JSON.parse(readFileSync(join(out, RECORDING), "utf8"));
    const entries = log.entries.map(({ _plimsoll, ...entry }: Record<string, unknown>) => entry);
    const file = join(out, "foreign.har");
    const creator = { name: "another tool", version: "1" };
    writeFileSync(file, JSON.stringify({ log: { version: log.version, creator, entries } }));
    return file;
  }

  it("finds nothing in the traffic of a service that conforms", { timeout: LONG }, async () => {
    const { out, code, tried } = await judge(await foreign([], "labels.*,shipment*"));
    const verdicts = verdictsIn(out);
    expect([...verdicts].filter(([, { verdict }]) => verdict === "violates" || verdict === "warns")).toEqual(
      [],
    );
    expect(verdicts.get("labels.partition")?.verdict).toBe("conforms");
    expect(verdicts.get("labels.slice.desc")?.verdict).toBe("conforms");
    expect([code, tried]).toEqual([0, ""]);
  });

  it("finds what several exchanges show together", { timeout: LONG }, async () => {
    const { out, code } = await judge(await foreign(["labels-desc-reverses-page"]));
    expect(verdictsIn(out).get("labels.slice.asc")?.verdict).not.toBe("violates");
    expect(verdictsIn(out).get("labels.order.inside")?.verdict).toBe("violates");
    const file = await foreign(["labels-asc-newest"]);
    const shifted = await judge(file);
    expect(verdictsIn(shifted.out).get("labels.slice.asc")?.verdict).toBe("violates");
    expect([code, shifted.code]).toEqual([1, 1]);
    const long = await judge(lengthened(file));
    expect(long.code).toBe(1);
    expect(verdictsIn(long.out)).toEqual(verdictsIn(shifted.out));
  });

  it("says in one line that a long recording shows nothing of the API", { timeout: LONG }, async () => {
    const file = join(emptyFolder(), "others.har");
    const request = { method: "GET", url: "https://example.com/news", headers: [], queryString: [] };
    const response = { status: 200, headers: [], content: { size: 2, mimeType: "text/plain", text: "ok" } };
    writeFileSync(file, JSON.stringify({ log: { entries: [{ request, response }] } }));
    const { code, stdout, stderr } = await judge(lengthened(file));
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^plimsoll: [^\n]+\n$/);
  });

  it("says in one line what cannot be judged", async () => {
    const folder = emptyFolder();
    const odd = {
      "broken.har": "{",
      "other.json": "{}",
      "settings.har": JSON.stringify({ log: { entries: [], _plimsoll: { preamble: { settings: {} } } } }),
      "journal.ndjson": '{"preamble":7}\n',
    };
    for (const [name, text] of Object.entries(odd)) {
      writeFileSync(join(folder, name), text);
      const { code, stderr, stdout } = await judge(join(folder, name));
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(/^plimsoll: .* cannot be judged: [^\n]+\n$/);
    }
    expect((await judge(join(folder, "nothing.har"))).stderr).toMatch(
      /cannot be judged: there is no such file/,
    );
  });
});
