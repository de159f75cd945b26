import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Compliance } from "../../reports/results.js";
import { defaultSettings } from "../target/settings/settings.js";
import { UsageError } from "./mistakes/errors.js";
import { reach } from "./run/reach.js";
import { type Genuine, onText, proxied } from "./testing/proxy.js";
import {
  abyss,
  always,
  answerBytes,
  cutBody,
  drip,
  endlessBody,
  endlessHints,
  gigabyte,
  gzipBomb,
  hangUp,
  headerFlood,
  inTurn,
  type Served,
  serveHttp,
  serveRaw,
  silent,
  zoo,
} from "./testing/servers.js";
import { type Ended, emptyFolder, plimsoll } from "./testing.js";

// The whole command against targets that mean harm, or are broken beyond use: it ends, within bounds, with a verdict.

const KEY = "the-secret-key-of-this-test-4711";
const JSON_TYPE = "application/json";
/** Megabytes that a process may have used at its most; an honest run takes some 170 in each of two. */
const MOST_MEMORY = 300;
/** Milliseconds, on a machine that has much else to do. */
const LONGEST = 300_000;
const TELL_MEMORY = "process.on('exit', () => console.error('PEAK', process.resourceUsage().maxRSS))";

interface Attacked extends Ended {
  readonly seconds: number;
  /** Folder with the reports. */
  readonly out: string;
}

/** Runs the whole command against a server, and sees that it stayed within memory and gave the key away nowhere. */
async function attack(server: Served, args: readonly string[]): Promise<Attacked> {
  const out = emptyFolder();
  const from = performance.now();
  const ended = await plimsoll(["run", server.url, "--out", out, ...args], KEY, emptyFolder(), {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(TELL_MEMORY)}`,
  }).finally(() => server.close());
  const seconds = (performance.now() - from) / 1000;
  const peaks = [...ended.stderr.matchAll(/PEAK (\d+)\n/g)].map(([, kilobytes]) => Number(kilobytes) / 1024);
  expect(peaks.length).toBeGreaterThan(0);
  expect(Math.max(...peaks)).toBeLessThan(MOST_MEMORY);
  const stderr = ended.stderr.replaceAll(/PEAK \d+\n/g, "");
  expect(ended.stdout + stderr).not.toContain(KEY);
  // A stack trace, or an escape sequence that the target wrote.
  expect(ended.stdout + stderr).not.toMatch(/^\s+at .+:\d+:\d+/m);
  expect(ended.stdout + stderr).not.toContain("\u001b");
  for (const file of filesBelow(out)) expect(readFileSync(file, "utf8").includes(KEY), file).toBe(false);
  return { ...ended, stderr, seconds, out };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

function compliance({ out }: Attacked): Compliance {
  const result: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  return result;
}

/** The run came to its end with this exit code, a verdict and every report, and without a defect of ours. */
function expectJudged(attacked: Attacked, code: 0 | 1): Compliance {
  const result = compliance(attacked);
  expect(result.defects).toEqual([]);
  expect(attacked.code).toBe(code);
  expect(attacked.stdout).toMatch(code === 1 ? /^VIOLATES/m : /^(INCOMPLETE|CONFORMS|PARTIAL)/m);
  const reports = ["index.html", "compliance.json", "junit.xml", "summary.md", "exchanges.har"];
  expect(readdirSync(attacked.out)).toEqual(expect.arrayContaining(reports));
  return result;
}

function violated({ rules }: Compliance): string[] {
  return rules.filter(({ verdict }) => verdict === "violates").map(({ id }) => id);
}

// Side by side: most of it is waiting.
describe.concurrent("a target that cannot be judged: one line, exit code 2", () => {
  const late = /cannot be reached: it did not answer in time/;
  /** What serves, what the user is told, and the timeout in milliseconds where the test has to wait for it. */
  const cases: Record<string, readonly [() => Promise<Served>, RegExp, number?]> = {
    "accepts and says nothing": [() => serveHttp(silent), late, 1_000],
    "a byte a second": [() => serveHttp(drip), late, 1_000],
    "interim answers without end": [() => serveRaw(endlessHints), late, 1_000],
    "hangs up": [() => serveHttp(hangUp), /it ends the connection before its answer is complete/],
    "cut in the middle of a body": [
      () => serveHttp(cutBody),
      /it ends the connection before its answer is complete/,
    ],
    "a flood of headers": [() => serveHttp(headerFlood(5_000, 30)), /too many headers/],
    "huge headers": [() => serveHttp(headerFlood(3, 100_000)), /too many headers/],
    "a length that is none": [
      () => serveRaw((socket) => socket.write(answerBytes(["HTTP/1.1 200 OK", "Content-Length: -5"], "{}"))),
      /cannot be reached: its answer is not proper HTTP/,
    ],
    "answers that are too long to be held": [
      () => serveHttp(always(200, JSON_TYPE, longList(250_000))),
      /more than a run holds of one: 4 MB, or 100,000 arrays and objects\.$/,
    ],
    "always 503": [() => serveHttp(always(503, JSON_TYPE, "{}")), /answers 503 however often it is asked/],
    "always 429": [
      () => serveHttp((_, response) => response.writeHead(429, { "retry-after": "Thu, 99 Foo 1999" }).end()),
      /answers 429 however often it is asked/,
    ],
    "always 401": [() => serveHttp(always(401, JSON_TYPE, "{}")), /refused the API key in PLIMSOLL_API_KEY/],
    "always 404 in HTML": [
      () => serveHttp(always(404, "text/html", "<h1>Not here</h1>")),
      /is not the address of this API: GET \/v1\/labels\?page_size=1 gives 404 with "<h1>Not here<\/h1>"/,
    ],
    "always 404 in JSON": [() => serveHttp(always(404, JSON_TYPE, "{}")), /is not the address of this API/],
    "a website that answers 200 to everything": [
      () => serveHttp(always(200, "text/html", "<html><script>alert(1)</script>")),
      /gives 200 with "<html>.*Is it what stands before \/v1 and \/v2\?/,
    ],
    "sends everything elsewhere": [
      () => serveHttp((_, response) => response.writeHead(301, { location: "https://a.invalid/x" }).end()),
      /gives 301\. It redirects to https:\/\/a\.invalid\/x; is that a login page,/,
    ],
  };

  it.each(Object.entries(cases))(
    "%s",
    { timeout: LONGEST },
    async (_, [serve, words, timeoutMs = 20_000]) => {
      const server = await serve();
      const settings = { ...defaultSettings(server.url), apiKey: KEY, timeoutMs };
      const refused = await reach(settings)
        .catch((error: unknown) => error)
        .finally(() => server.close());
      expect(refused).toBeInstanceOf(UsageError);
      expect(refused).toMatchObject({ message: expect.stringMatching(words) });
      expect(String(refused)).not.toContain(KEY);
    },
  );

  // By the whole command those that take its time, its memory and its terminal.
  it.each(["a byte a second", "a flood of headers", "always 404 in HTML"])(
    "to the user: %s",
    {
      timeout: LONGEST,
    },
    async (name) => {
      const [serve, words] = cases[name] ?? [zoo, /never/];
      const { code, stdout, stderr } = await attack(await serve(), ["--timeout", "1000"]);
      expect(stderr).toMatch(words);
      // Where it takes long, how long is told meanwhile.
      const told = stderr.trim().split("\n");
      expect(told.filter((line) => !/ · \d+ s$/.test(line))).toHaveLength(1);
      expect(stdout).toBe("");
      expect(code).toBe(2);
    },
  );

  it("answers once and never again: given up, with the reports", { timeout: LONGEST }, async () => {
    let answered = 0;
    const server = await serveHttp((request, response) =>
      (answered++ < 3 ? always(200, JSON_TYPE, "{}") : drip)(request, response),
    );
    const attacked = await attack(server, ["--timeout", "500"]);
    expect(attacked.stderr).toMatch(/stopped answering: \d+ attempts in a row, .*; given up before the end/);
    expect(attacked.code).toBe(2);
    const { run, notices, failure, defects } = compliance(attacked);
    expect(failure).toMatch(/^the target stopped answering/);
    expect(readFileSync(join(attacked.out, "junit.xml"), "utf8")).toContain("did not come to its end");
    expect(JSON.stringify(notices)).toMatch(/Given up before its end: the target stopped answering/);
    expect(defects).toEqual([]);
    // A standard run has some 900 requests; with a time-out each, twice, it would take minutes.
    expect(run.requests).toBeLessThan(300);
  });
});

describe("a target that answers nonsense violates the contract", () => {
  const cases: Record<string, () => Promise<Served>> = {
    "bodies without end": () => serveHttp(endlessBody),
    "a gigabyte of JSON, plain or packed, and a million arrays in each other": () =>
      serveHttp(inTurn(gigabyte, gzipBomb(), abyss())),
    "200 without a body": () => serveHttp(always(200, "", "")),
    "500 to everything": () => serveHttp(always(500, JSON_TYPE, '{"errors":[]}')),
    "one kind of nonsense after the other": zoo,
  };

  // One generation: what is served and thrown away here goes into gigabytes.
  it.each(Object.entries(cases))("%s", { timeout: LONGEST }, async (_, serve) => {
    expectJudged(await attack(await serve(), ["--effort", "quick", "--generation", "v1"]), 1);
  });
});

describe("the reference service behind something that damages its answers", () => {
  it("is not blamed for what is odd and allowed", { timeout: LONGEST }, async () => {
    const elsewhere: string[] = [];
    const other = await serveHttp((request, response) => {
      elsewhere.push(`${request.url} ${JSON.stringify(request.rawHeaders)}`);
      response.end("{}");
    });
    const linksElsewhere = onText((text) =>
      text
        .replaceAll(/"href": ?"https?:[^"]*?(\/v[12]\/[^"]*)"/g, `"href":"${other.url}$1"`)
        .replaceAll(/\{(?=")/g, '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}},'),
    );
    const server = await proxied(KEY, (genuine, call) => {
      const damaged = linksElsewhere(genuine, call);
      const spelt = Object.entries(damaged?.headers ?? {}).map(([name, value]) => [oddCase(name), value]);
      const many = Array.from({ length: 300 }, (_, at) => [`x-many-${at}`, "v".repeat(50)]);
      const headers = Object.fromEntries([...spelt, ...many, ["Date", "yesterday, about noon"]]);
      call.response.setHeader("X-Twice", ["one", "two"]);
      return damaged === null ? null : { ...damaged, headers };
    });
    const attacked = await attack(server, ["--effort", "quick", "--writes", "fixtures"]);
    await other.close();
    const result = expectJudged(attacked, 0);
    expect(violated(result)).toEqual([]);
    // Links are asked for at the target itself; whatever does go elsewhere goes without the key.
    expect(elsewhere.filter((request) => request.includes(KEY))).toEqual([]);
  });

  it("sends elsewhere: nobody else gets the key", { timeout: LONGEST }, async () => {
    const elsewhere: string[] = [];
    const other = await serveHttp((request, response) => {
      elsewhere.push(JSON.stringify(request.rawHeaders));
      response.end("{}");
    });
    const server = await proxied(KEY, (genuine, { request, count }) =>
      count > 5 && count % 3 === 0
        ? { status: 307, headers: { location: other.url + request.url }, body: Buffer.from("") }
        : genuine,
    );
    const attacked = await attack(server, ["--effort", "quick"]);
    await other.close();
    expectJudged(attacked, 1);
    expect(elsewhere.filter((headers) => headers.includes(KEY))).toEqual([]);
  });

  it("writes markup into every text, and numbers beyond all bounds: the reports show it and do not run it", {
    timeout: LONGEST,
  }, async () => {
    const markup = '</script><img src=x onerror=alert(1)><script>alert(2)</script>\\u001b[31m"';
    const numbers = ["1e999", "-1e999", "9007199254740993", "1e-999", "0.1e1"];
    let at = 0;
    const server = await proxied(
      KEY,
      onText((text) =>
        text
          .replaceAll(/: ?"([^"\\]{1,60})"/g, `:"${markup.replaceAll('"', '\\"')}$1"`)
          .replaceAll(/: ?\d+(\.\d+)?(?=[,}])/g, () => `:${numbers[at++ % numbers.length]}`),
      ),
    );
    const attacked = await attack(server, ["--effort", "quick"]);
    expectJudged(attacked, 1);
    const page = readFileSync(join(attacked.out, "index.html"), "utf8");
    expect(page).toContain("&lt;img src=x");
    expect(page).not.toContain("<img src=x");
    expect(page).not.toContain("<script>alert");
    expect(readFileSync(join(attacked.out, "junit.xml"), "utf8")).not.toContain("<img");
    // In Markdown it stands in code spans only.
    const summary = readFileSync(join(attacked.out, "summary.md"), "utf8");
    expect(summary.replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, "")).not.toContain("<img");
  });

  it("always has a next page: the walk ends all the same", { timeout: LONGEST }, async () => {
    const server = await proxied(KEY, (genuine, call) => {
      const url = new URL(call.request.url ?? "/", "http://any.invalid");
      const next = `${url.pathname}?page=${Number(url.searchParams.get("page") ?? 1) + 1}`;
      return onText((text) =>
        text
          .replace(/"next": ?\{[^}]*\}/, `"next":{"href":"${next}"}`)
          .replace(/"total": ?\d+/, '"total":1000000')
          .replace(/"pages": ?\d+/, '"pages":100000'),
      )(genuine, call);
    });
    const { run } = expectJudged(await attack(server, ["--effort", "quick"]), 1);
    expect(run.requests).toBeLessThan(400);
  });

  it("gives each the answer of somebody else", { timeout: LONGEST }, async () => {
    const answers: Genuine[] = [{ status: 200, headers: {}, body: Buffer.from("{}") }];
    const server = await proxied(KEY, (genuine) => {
      answers.push(genuine);
      return answers.shift() ?? genuine;
    });
    expectJudged(await attack(server, ["--effort", "quick"]), 1);
  });
});

/** The text of a list of labels that is far longer than a page. */
function longList(items: number): string {
  const labels = Array.from({ length: items }, (_, at) => ({ label_id: `se-${at}`, status: "x".repeat(30) }));
  return JSON.stringify({ labels });
}

/** "content-type" as "cONTENT-tYPE". */
function oddCase(name: string): string {
  return name.toUpperCase().replaceAll(/\b\w/g, (first) => first.toLowerCase());
}
