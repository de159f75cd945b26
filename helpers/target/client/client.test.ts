import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { LOCKED_OUT, LOST, OUT_OF_ORDER } from "../../wire/trouble.js";
import { UNADDRESSABLE } from "../messages/request.js";
import { Journal } from "../recordings/journal.js";
import { defaultSettings } from "../settings/settings.js";
import { clientOf, serve, serveRaw, TEST_KEY } from "../testing.js";
import { BudgetExhausted, TargetGivenUp } from "./budget.js";
import { AMBIGUOUS, Client, type Pause } from "./client.js";

const probe = { check: "census", pathname: "/v1/probe" } as const;
const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

describe.each([401, 403])("a key that is refused with %i", (status) => {
  const opensUntil = async (shut: (asked: number, path: string) => boolean) => {
    let asked = 0;
    const url = await serve((request, response) => {
      asked++;
      response.writeHead(shut(asked, request.url ?? "") ? status : 200).end("{}");
    });
    const client = clientOf(url);
    for (let times = 0; times < 3; times++) await client.call(probe).catch(() => undefined);
    await client.call({ ...probe, pathname: "/v1/other" }).catch(() => undefined);
    return client.givenUp;
  };

  it("has run out where it opens nothing any more", async () => {
    expect(await opensUntil((asked) => asked > 1)).toBe(
      `takes the API key no longer: what it answered before is answered with ${status} (if wrong keys have locked this machine out, --skip 'auth.*' sends none)`,
    );
  });

  it("has not where it goes on opening what it opened before", async () => {
    expect(await opensUntil((_, path) => path.endsWith("/other"))).toBeNull();
  });
});

it("waits while wrong keys have locked the key out, and asks again", async () => {
  let lockedUntil = 0;
  let wrong = 0;
  const url = await serve((request, response) => {
    const isRight = request.headers["api-key"] === TEST_KEY;
    if (!isRight && ++wrong === 2) lockedUntil = performance.now() + 700;
    const isLocked = performance.now() < lockedUntil;
    response.writeHead(isLocked ? 403 : isRight ? 200 : 401).end("{}");
  });
  const client = clientOf(url);
  const statusOf = async (request: object) => (await client.call({ ...probe, ...request })).answer?.status;
  expect(await statusOf({})).toBe(200);
  expect(await statusOf({ key: "wrong" })).toBe(401);
  // This one locks it out.
  expect(await Promise.all([statusOf({ key: "wrong" }), statusOf({ pathname: "/v1/other" })])).toEqual([
    401, 200,
  ]);
  expect(client.givenUp).toBeNull();
});

it("sends no wrong key any more once they have locked the key out twice", async () => {
  let lockedUntil = 0;
  let wrong = 0;
  const url = await serve((request, response) => {
    const isRight = request.headers["api-key"] === TEST_KEY;
    if (!isRight && ++wrong % 2 === 0) lockedUntil = performance.now() + 400;
    const isLocked = performance.now() < lockedUntil;
    response.writeHead(isLocked ? 403 : isRight ? 200 : 401).end("{}");
  });
  const client = clientOf(url);
  const ask = (key: "right" | "wrong") => client.call({ ...probe, key });
  for (const key of ["right", "wrong", "wrong", "wrong"] as const) await ask(key);
  const sent = wrong;
  expect(await ask("wrong")).toMatchObject({ answer: null, trouble: LOCKED_OUT });
  expect(wrong).toBe(sent);
  expect((await ask("right")).answer?.status).toBe(200);
});

describe("what goes over the wire", () => {
  it("spells the key's header as each generation documents it", async () => {
    const seen: string[][] = [];
    const url = await serve((request, response) => {
      seen.push(request.rawHeaders.filter((_, at) => at % 2 === 0));
      response.end("{}");
    });
    const client = clientOf(url, { apiKey: "plain-test-key-0123456789" });
    await client.call({ check: "census", operation: "v1ListShipments" });
    await client.call({ check: "census", operation: "v2ListWebhooks" });
    await client.call({ ...probe, keyHeader: "Api-KEY" });
    expect(seen[0]).toContain("API-Key");
    expect(seen[1]).toContain("api-key");
    expect(seen[2]).toContain("Api-KEY");
  });

  it("asks for answers that no proxy has kept", async () => {
    const seen: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      seen.push(request.headers["cache-control"]);
      response.end("{}");
    });
    const client = clientOf(url);
    await client.call(probe);
    await client.call({ check: "census", operation: "v1ListShipments" });
    expect(seen).toEqual(["no-cache", "no-cache"]);
  });

  it("sends the key that was asked for and keeps none of it", async () => {
    const keys: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      keys.push(`${request.headers["api-key"]} ${request.url}`);
      response.end("{}");
    });
    const client = clientOf(url, { apiKey: "plain-test-key-0123456789", seed: 255 });
    for (const key of ["right", "wrong", "none", "empty", "query"] as const)
      await client.call({ ...probe, key });
    expect(keys).toEqual([
      "plain-test-key-0123456789 /v1/probe",
      "plimsoll-wrong-key-000000ff /v1/probe",
      "undefined /v1/probe",
      " /v1/probe",
      "undefined /v1/probe?api_key=plain-test-key-0123456789",
    ]);
    expect(client.journal.exchanges.map(({ request }) => request.key)).toEqual([
      "right",
      "wrong",
      "none",
      "empty",
      "query",
    ]);
    expect(JSON.stringify(client.journal.exchanges)).not.toContain("plain-test-key");
  });

  it("builds path, query and body of an operation", async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        seen.push([request.method, request.url, request.headers["content-type"], body]);
        response.end("{}");
      });
    });
    const client = clientOf(`${url}/below`);
    const got = await client.call({
      check: "census",
      operation: "v1ListLabels",
      query: { page: 2, sort_dir: undefined, label_status: "a b&c" },
    });
    await client.call({ check: "census", operation: "v2CreateWebhook", body: { name: "n" } });
    await client.call({ ...probe, method: "post", raw: { text: "<a/>", contentType: null } });
    expect(seen).toEqual([
      ["GET", "/below/v1/labels?page=2&label_status=a%20b%26c", undefined, ""],
      ["POST", "/below/v2/environment/webhooks", "application/json", '{"name":"n"}'],
      ["POST", "/below/v1/probe", undefined, "<a/>"],
    ]);
    expect(got.operation).toBe("v1ListLabels");
  });

  it("follows no redirect", async () => {
    let count = 0;
    const url = await serve((_, response) => {
      count++;
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    const { answer } = await clientOf(url).call(probe);
    expect([answer?.status, count]).toEqual([302, 1]);
  });

  it("gives neither key nor further headers to another origin", async () => {
    const seen: string[] = [];
    const other = await serve((request, response) => {
      seen.push(`${request.url} ${JSON.stringify(request.headers)}`);
      response.end("{}");
    });
    const url = await serve((request, response) => {
      response.end(JSON.stringify({ at: request.url, key: request.headers["api-key"] !== undefined }));
    });
    const client = clientOf(`${url}/below`, {
      apiKey: "plain-test-key-0123456789",
      sellerId: "seller-7",
      extraHeaders: { "X-Extra": "extra-value" },
    });
    const away = await client.call({ check: "census", href: `${other}/v1/labels?page=2`, key: "query" });
    expect(seen).toHaveLength(1);
    expect(seen[0]).not.toMatch(/plain-test-key|seller-7|extra-value/);
    expect([away.request.key, away.operation]).toEqual(["none", null]);
    const home = await client.call({ check: "census", href: `${other}/v1/labels?page=2`, samePath: true });
    expect(seen).toHaveLength(1);
    expect(home.answer?.body).toMatchObject({ value: { at: "/below/v1/labels?page=2", key: true } });
    expect(home.operation).toBe("v1ListLabels");
    const unprefixed = await client.call({ check: "census", href: "/v1/labels?page=3" });
    expect(unprefixed.answer?.body).toMatchObject({ value: { at: "/below/v1/labels?page=3", key: true } });
  });
});

describe("hostile answers", () => {
  async function bodyOf(reply: Parameters<typeof serveRaw>[0], settings = {}) {
    const client = clientOf(await serveRaw(reply), settings);
    const exchange = await client.call(probe);
    return { exchange, body: exchange.answer?.body };
  }

  it("cuts an endless body", async () => {
    const { body } = await bodyOf(
      (socket) => {
        socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
        const block = `4000\r\n${"a".repeat(0x4000)}\r\n`;
        const more = () => {
          while (!socket.destroyed && socket.write(block));
        };
        socket.on("drain", more);
        more();
      },
      { maxBodyBytes: 100_000 },
    );
    expect(body).toMatchObject({ kind: "unreadable", why: "longer than 100000 bytes" });
  });

  it("reads nothing of a body that is announced as too long", async () => {
    const { body } = await bodyOf((socket) => socket.write(`${HEAD}Content-Length: 99999999999\r\n\r\n{`));
    expect(body).toMatchObject({ kind: "unreadable", why: "longer than 16777216 bytes" });
  });

  it("ends a slow drip after the time-out as a whole, tried once more", async () => {
    const from = performance.now();
    const { exchange } = await bodyOf(
      (socket) => {
        socket.write(`${HEAD}Content-Length: 1000\r\n\r\n`);
        const timer = setInterval(() => socket.write("a"), 20);
        socket.on("close", () => clearInterval(timer));
      },
      { timeoutMs: 200 },
    );
    expect(exchange).toMatchObject({ answer: null, trouble: "TIMEOUT" });
    expect(performance.now() - from).toBeLessThan(1500);
  });

  it("does not unpack a gzip bomb", async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const { body } = await bodyOf((socket) => {
      socket.write(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    });
    expect(body).toMatchObject({ kind: "unreadable", why: "longer than 16777216 bytes after decompression" });
  });

  it("reads an honest gzip body", async () => {
    const packed = gzipSync('{"a":1}');
    expect(gunzipSync(packed).length).toBe(7);
    const { body } = await bodyOf((socket) => {
      socket.write(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`);
      socket.write(packed);
    });
    expect(body).toMatchObject({ kind: "json", value: { a: 1 } });
  });

  it("calls a body that is shorter than announced trouble", async () => {
    const { exchange } = await bodyOf((socket) => socket.end(`${HEAD}Content-Length: 100\r\n\r\n{}`));
    expect(exchange.answer).toBeNull();
    expect(exchange.trouble).toMatch(/UND_ERR/);
  });

  it("survives a body that is longer than announced, and the request after it", async () => {
    const url = await serveRaw((socket, count) =>
      socket.write(`${HEAD}Content-Length: 2\r\n\r\n{}${count === 0 ? "garbage" : ""}`),
    );
    const client = clientOf(url);
    expect((await client.call(probe)).answer?.body).toMatchObject({ kind: "json", value: {} });
    expect((await client.call(probe)).answer?.body).toMatchObject({ kind: "json", value: {} });
  });

  it("takes a flood of headers for trouble", async () => {
    const { exchange } = await bodyOf((socket) => {
      socket.write(`${HEAD}${"X-Flood: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n".repeat(4000)}\r\n`);
    });
    expect(exchange).toMatchObject({ answer: null, trouble: "UND_ERR_HEADERS_OVERFLOW" });
  });

  it("reads neither invalid UTF-8 nor an abyss of brackets", async () => {
    const bodies = [
      Buffer.from([0x22, 0xc3, 0x28, 0x22]),
      Buffer.from("[".repeat(200_000) + "]".repeat(200_000)),
    ];
    const url = await serveRaw((socket, count) => {
      const bytes = bodies[count] ?? Buffer.from("{}");
      socket.write(`${HEAD}Content-Length: ${bytes.length}\r\n\r\n`);
      socket.write(bytes);
    });
    const client = clientOf(url);
    expect((await client.call(probe)).answer?.body).toMatchObject({
      kind: "unreadable",
      why: "not valid UTF-8, with byte 0xc3 at offset 1",
    });
    expect((await client.call(probe)).answer?.body).toMatchObject({
      kind: "unreadable",
      why: "nested deeper than 200 levels",
    });
  });

  it("sends nothing for identifiers and links that lead nowhere, or elsewhere", async () => {
    const asked: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url);
      response.end("{}");
    });
    const client = clientOf(url);
    for (const webhook_id of ["..", ".", "", "\ud800"])
      expect(
        await client.call({ check: "census", operation: "v2DeleteWebhook", path: { webhook_id } }),
      ).toMatchObject({
        answer: null,
        trouble: UNADDRESSABLE,
      });
    for (const href of ["http://[", "javascript:alert(1)", "file:///etc/passwd"])
      expect((await client.call({ check: "census", href })).trouble).toBe(UNADDRESSABLE);
    expect(asked).toEqual([]);
    await client.call({ check: "census", operation: "v2GetWebhook", path: { webhook_id: "../a b/%2e'" } });
    expect(asked).toEqual(["/v2/environment/webhooks/..%2Fa%20b%2F%252e'"]);
    await expect(client.call({ check: "census" })).rejects.toThrow(TypeError);
  });

  it("survives what is not HTTP at all", async () => {
    const { exchange } = await bodyOf((socket) => socket.end("SSH-2.0-OpenSSH\r\n"));
    expect(exchange.answer).toBeNull();
    expect(exchange.trouble).toMatch(/^HPE_|^HTTPParserError$/);
  });

  it("keeps header and member names of the prototype as data", async () => {
    const text = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    const { exchange, body } = await bodyOf((socket) =>
      socket.write(`${HEAD}__proto__: polluted\r\nContent-Length: ${text.length}\r\n\r\n${text}`),
    );
    expect(body?.kind).toBe("json");
    expect(structuredClone(exchange)).toEqual(exchange);
    expect(Object.hasOwn({}, "polluted") || "polluted" in {}).toBe(false);
  });
});

describe("retries", () => {
  it("repeats what may be repeated until it is well, and counts it", async () => {
    const statuses = [503, 429, 502, 200];
    const url = await serve((_, response) => {
      response.writeHead(statuses.shift() ?? 500).end("{}");
    });
    const client = clientOf(url);
    const exchange = await client.call(probe);
    expect(exchange).toMatchObject({ answer: { status: 200 }, trouble: null, ordinal: 0 });
    expect(client.instability).toEqual({ STATUS_503: 1, STATUS_429: 1, STATUS_502: 1 });
    expect([client.requests, client.journal.exchanges.length]).toEqual([4, 1]);
  });

  it("takes a 500 for the answer where it comes each time, or had its effect all the same more than once", async () => {
    const answers: Readonly<Record<string, readonly number[]>> = {
      "/once": [500, 204],
      "/always": [500, 500, 500],
      "/gone": [500, 404],
      "/gone-too": [500, 404],
    };
    const seen = new Map<string, number>();
    const url = await serve((request, response) => {
      const path = request.url?.replace("/v2/environment/webhooks", "") ?? "";
      const at = seen.get(path) ?? 0;
      seen.set(path, at + 1);
      response.writeHead(answers[path]?.[at] ?? 418).end();
    });
    const client = clientOf(url);
    const remove = async (webhook_id: string) =>
      (await client.call({ check: "census", operation: "v2DeleteWebhook", path: { webhook_id } })).answer
        ?.status;
    expect([await remove("once"), await remove("always")]).toEqual([204, 500]);
    expect(client.instability).toEqual({ STATUS_500: 3 });
    expect([await remove("gone"), await remove("gone-too")]).toEqual([undefined, 500]);
    expect(client.instability).toEqual({ STATUS_500: 5, [AMBIGUOUS]: 1 });
  });

  it("gives a lasting trouble back with its answer", async () => {
    const url = await serve((_, response) => response.writeHead(503).end());
    const client = clientOf(url);
    expect(await client.call(probe)).toMatchObject({ answer: { status: 503 }, trouble: "STATUS_503" });
    expect(client.requests).toBe(4);
  });

  it("repeats a POST after a 429 but not after a reset or a 503", async () => {
    let count = 0;
    const url = await serve((request, response) => {
      count++;
      if (request.url === "/reset") request.socket.destroy();
      else if (request.url === "/busy") response.writeHead(503).end();
      else response.writeHead(count === 1 ? 429 : 200, { "retry-after": "0" }).end();
    });
    const client = clientOf(url);
    const post = (pathname: string) => client.call({ check: "census", method: "POST", pathname, body: {} });
    expect((await post("/limited")).answer?.status).toBe(200);
    expect(count).toBe(2);
    expect(await post("/reset")).toMatchObject({ answer: null, trouble: "UND_ERR_SOCKET" });
    expect(count).toBe(3);
    expect((await post("/busy")).trouble).toBe("STATUS_503");
    expect(count).toBe(4);
  });

  it("waits as long as Retry-After says, and everybody with it", async () => {
    let first = true;
    const times: number[] = [];
    const url = await serve((_, response) => {
      times.push(performance.now());
      response.writeHead(first ? 429 : 200, { "retry-after": "1" }).end();
      first = false;
    });
    const client = clientOf(url, { concurrency: 1 });
    const told: Pause[] = [];
    client.onPause = (pause) => told.push(pause);
    await Promise.all([client.call(probe), client.call(probe)]);
    expect(times).toHaveLength(3);
    expect(told).toEqual([{ status: 429, until: expect.any(Number) }]);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it.each([429, 503])("learns from %i how many requests at a time are borne", async (status) => {
    let busy = 0;
    const url = await serve((_, response) => {
      busy += 1;
      response.on("close", () => {
        busy -= 1;
      });
      if (busy > 2) response.writeHead(status).end();
      else setTimeout(() => response.end("{}"), 10);
    });
    const client = clientOf(url, { concurrency: 8 });
    const answers = await Promise.all(Array.from({ length: 60 }, () => client.call(probe)));
    expect(answers.map(({ answer }) => answer?.status)).toEqual(answers.map(() => 200));
    expect(client.broughtDownTo).toBeOneOf([1, 2]);
  });

  it("does not blame the number of requests where only wrong keys are limited", async () => {
    const url = await serve((request, response) => {
      response
        .writeHead(request.headers["api-key"] === TEST_KEY ? 200 : 429, { "retry-after": "0" })
        .end("{}");
    });
    const client = clientOf(url, { concurrency: 8 });
    await client.call({ ...probe, operation: "v1ListLabels", key: "wrong" });
    expect(client.instability.STATUS_429).toBeGreaterThan(0);
    expect(client.broughtDownTo).toBeNull();
  });

  it("does not take a DELETE's 404 after a reset for the target's verdict, unless the id is unknown", async () => {
    let count = 0;
    const url = await serve((request, response) => {
      if (count++ % 2 === 0) request.socket.destroy();
      else response.writeHead(404).end();
    });
    const client = clientOf(url);
    const removal = { check: "census", operation: "v1ArchiveBatch", path: { batch_id: "se-1" } } as const;
    expect(await client.call(removal)).toMatchObject({ answer: null, trouble: AMBIGUOUS });
    expect(await client.call({ ...removal, intent: "id" })).toMatchObject({ answer: { status: 404 } });
  });

  it("asks no operation again that timed out thrice, and others as before", async () => {
    const url = await serve((request, response) => {
      if (!request.url?.startsWith("/v1/labels")) response.end("{}");
    });
    const client = clientOf(url, { timeoutMs: 200 });
    for (let n = 0; n < 4; n++) await client.call({ check: "census", operation: "v1ListLabels" });
    const last = await client.call({ check: "census", operation: "v1ListLabels" });
    expect(last).toMatchObject({ answer: null, trouble: LOST, operation: "v1ListLabels" });
    // Two requests, each sent twice.
    expect(client.requests).toBe(4);
    const other = await client.call({ check: "census", operation: "v1ListShipments" });
    expect(other.answer?.status).toBe(200);
  });

  it("leaves an operation alone that is out of order, and asks others as before", async () => {
    let count = 0;
    const url = await serve((request, response) => {
      if (!request.url?.startsWith("/v1/labels")) response.end("{}");
      else response.writeHead(503, count++ === 0 ? {} : { "retry-after": "3600" }).end();
    });
    const client = clientOf(url);
    const troubles: (string | null)[] = [];
    for (const operation of ["v1ListLabels", "v1ListShipments", "v1ListLabels", "v1ListShipments"] as const)
      troubles.push((await client.call({ check: "census", operation })).trouble);
    expect(troubles).toEqual(["STATUS_503", null, OUT_OF_ORDER, null]);
    expect([client.requests, client.givenUp, client.broughtDownTo]).toEqual([4, null, null]);
  });

  it("asks what was answered before once much is out of order", async () => {
    let [reads, lost] = [0, 0];
    const url = await serve((request, response) => {
      const isWell = request.url?.startsWith("/v1/shipments") === true;
      if (isWell) reads++;
      else lost++;
      response.writeHead(isWell ? 200 : 503).end("{}");
    });
    const client = clientOf(url);
    await client.call({ check: "census", operation: "v1ListShipments" });
    for (const operation of ["v1ListLabels", "v2ListTags", "v2ListBatches", "v2ListCarriers"] as const)
      await client.call({ check: "census", operation });
    expect([reads, lost]).toEqual([3, 16]);
  });

  it("gives up a target that says nothing any more", { timeout: 30_000 }, async () => {
    const url = await serve((request) => request.socket.destroy());
    const client = clientOf(url);
    const ask = async (): Promise<unknown> => client.call(probe).then(ask, (error: unknown) => error);
    const ends = await Promise.all(Array.from({ length: 8 }, ask));
    for (const end of ends) expect(end).toBeInstanceOf(TargetGivenUp);
    expect(client.givenUp).toMatch(
      /^stopped answering: \d+ attempts in a row, over 1\d s, ended in connection closed$/,
    );
  });

  it("names a refused connection", async () => {
    const client = clientOf("http://127.0.0.1:1");
    expect(await client.call(probe)).toMatchObject({ answer: null, trouble: "ECONNREFUSED" });
  });
});

describe("budget and pace", () => {
  it("never sends more than the budget, retries included", async () => {
    let count = 0;
    const url = await serve((_, response) => {
      count++;
      response.writeHead(count % 2 === 0 ? 200 : 503).end();
    });
    const client = clientOf(url, { budget: 5 });
    const all = await Promise.allSettled(Array.from({ length: 9 }, () => client.call(probe)));
    expect(count).toBe(5);
    for (const one of all) if (one.status === "rejected") expect(one.reason).toBeInstanceOf(BudgetExhausted);
    expect(all.filter(({ status }) => status === "rejected")).toHaveLength(4);
  });

  it("keeps a request back for the removal of what it created", async () => {
    const client = clientOf(await serve((_, response) => response.end()), { budget: 3 });
    await client.call({ ...probe, removal: "hold" });
    await client.call(probe);
    await expect(client.call(probe)).rejects.toMatchObject({ options: ["--budget N"] });
    await client.call({ ...probe, removal: "use" });
    await expect(client.call({ ...probe, removal: "use" })).rejects.toThrow(BudgetExhausted);
    expect(client.requests).toBe(3);
  });

  it("keeps a slow target busy up to the concurrency and no further", async () => {
    let busy = 0;
    let most = 0;
    const url = await serve((_, response) => {
      most = Math.max(most, ++busy);
      setTimeout(() => {
        busy--;
        response.end("{}");
      }, 200);
    });
    const client = clientOf(url, { concurrency: 5 });
    const from = performance.now();
    await Promise.all(Array.from({ length: 30 }, () => client.call(probe)));
    expect(most).toBe(5);
    // Six rounds of 200 ms are 1.2 s; the rest is for a machine that has other things to do.
    expect(performance.now() - from).toBeLessThan(2_500);
  });

  it("costs little", async () => {
    const labels = Array.from({ length: 25 }, (_, n) => ({
      label_id: `se-${n}`,
      text: "x".repeat(400),
      a: [n],
    }));
    const page = JSON.stringify({ labels });
    const url = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(page);
    });
    const client = new Client({ ...defaultSettings(url), apiKey: TEST_KEY }, new Journal(null));
    const before = process.cpuUsage();
    for (let round = 0; round < 10; round++)
      await Promise.all(Array.from({ length: 80 }, () => client.call(probe)));
    const { user, system } = process.cpuUsage(before);
    await client.close();
    // The server's own work is in the same process; the bound is several times what was measured.
    expect((user + system) / 1000).toBeLessThan(3000);
  });
});

it.each(["with notice", "without"])(
  "takes all answers of a target that ends connections after three, %s",
  async (how) => {
    const answered = new WeakMap<object, number>();
    const url = await serve(({ socket }, response) => {
      const count = (answered.get(socket) ?? 0) + 1;
      answered.set(socket, count);
      if (count === 3 && how === "with notice") response.setHeader("connection", "close");
      if (count === 3 && how === "without") response.on("finish", () => setImmediate(() => socket.destroy()));
      response.end("{}");
    });
    const client = clientOf(url);
    const calls = Array.from({ length: 40 }, () => client.call({ check: "a", operation: "v1ListLabels" }));
    const statuses = (await Promise.all(calls)).map(({ answer }) => answer?.status);
    expect(statuses).toEqual(Array(40).fill(200));
  },
);
