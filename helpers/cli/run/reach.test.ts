import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReferenceService } from "../../reference/service.js";
import { defaultSettings } from "../../target/settings/settings.js";
import { serve } from "../../target/testing.js";
import { addressesNear, reach } from "./reach.js";

const KEY = "the-secret-key-of-this-test-4716";
/** Requests after which somebody who typed a wrong address is told so, at the most. */
const FEW = 20;

describe("reach", () => {
  const service = createReferenceService({ apiKey: KEY });
  let asked = 0;
  let origin = "";
  let behind = "";
  /** Publishes the service below /api. */
  const gateway = createServer((request, response) => {
    const path = request.url ?? "/";
    if (!path.startsWith("/api/")) {
      response.writeHead(404, { "content-type": "application/json" }).end('{"error":"no route"}');
      return;
    }
    fetch(behind + path.slice("/api".length), { headers: { "API-Key": KEY } })
      .then(async (answer) => response.writeHead(answer.status, JSON_TYPE).end(await answer.text()))
      .catch(() => response.writeHead(502).end());
  });
  const JSON_TYPE = { "content-type": "application/json" };

  beforeAll(async () => {
    behind = await service.listen();
    await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
    gateway.on("request", () => asked++);
    const address = gateway.address();
    origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  });
  afterAll(async () => {
    gateway.close();
    await service.close();
  });

  const at = (url: string) => reach({ ...defaultSettings(url), apiKey: KEY });

  it("is content with the right address", async () => {
    await expect(at(`${origin}/api`)).resolves.toBeUndefined();
    await expect(at(behind)).resolves.toBeUndefined();
  });

  it.each(["", "/api/v1", "/api/v2", "/api/api", "/api/v1/labels"])(
    "tells the address for %s",
    async (path) => {
      asked = 0;
      await expect(at(origin + path)).rejects.toThrow(
        `${origin}${path} is not the address of this API: GET ${path}/v1/labels?page_size=1 gives 404. Give ${origin}/api, where it answers.`,
      );
      expect(asked).toBeLessThan(FEW);
    },
  );

  it.each(["/v1", "/v2", "/api"])("tells the address for %s too much", async (path) => {
    await expect(at(behind + path)).rejects.toThrow(`Give ${behind}, where it answers.`);
  });
});

it("takes broken JSON for the API, whose rules then tell of it", async () => {
  const url = await serve((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end('{"labels":['),
  );
  await expect(reach({ ...defaultSettings(url), apiKey: KEY })).resolves.toBeUndefined();
});

describe("where reads are out of order", () => {
  const asked: string[] = [];
  const out = (isOut: (path: string) => boolean) =>
    serve(({ url = "" }, response) => {
      asked.push(url);
      if (isOut(url)) response.writeHead(503, { "retry-after": "3600" }).end();
      else response.writeHead(200, { "content-type": "application/json" }).end("[]");
    });

  it("is content with another read", async () => {
    const url = await out((path) => path.startsWith("/v1/labels"));
    await expect(reach({ ...defaultSettings(url), apiKey: KEY })).resolves.toBeUndefined();
  });

  it("tells so at once where all ask for a long pause", async () => {
    const url = await out(() => true);
    asked.length = 0;
    await expect(reach({ ...defaultSettings(url), apiKey: KEY })).rejects.toThrow(
      "answers 503 however often it is asked, and asks to come back after 3,600 s",
    );
    expect(asked.length).toBeLessThan(FEW);
  });
});

it("tells of answers that are too long, where one generation is asked for", async () => {
  const records = JSON.stringify(Array(250_000).fill({}));
  const url = await serve((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(records),
  );
  const reached = reach({ ...defaultSettings(url), apiKey: KEY, generations: ["v1"] });
  await expect(reached).rejects.toThrow("its answer is more than a run holds of one");
});

describe("reach, where something else answers", () => {
  const broken = createServer((request, response) => {
    if (request.url?.startsWith("/moved/")) response.writeHead(301, { location: `/new${request.url}` }).end();
    else if (request.url?.startsWith("/slash/"))
      response.writeHead(308, { location: request.url.replace(/(?=[?]|$)/, "/") }).end();
    else if (request.url?.startsWith("/login/"))
      response.writeHead(302, { location: "https://sso.test/a?b" }).end();
    else if (request.url?.startsWith("/words/")) request.socket.end("HELLO\r\n\r\n");
    else response.writeHead(500).end("oops");
  });
  let origin = "";

  beforeAll(async () => {
    await new Promise<void>((resolve) => broken.listen(0, "127.0.0.1", resolve));
    const address = broken.address();
    origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  });
  afterAll(() => broken.close());

  it.each([
    ["/moved", "It redirects to ORIGIN/new/moved/v1/labels; give the address there without /v1 and /v2."],
    ["/slash", "It redirects to the same path with a slash at its end;"],
    [
      "/login",
      "It redirects to https://sso.test/a; is that a login page, and is this the address of the API itself?",
    ],
    ["/words", "its answer is not proper HTTP. Is the port right?"],
    ["/down", 'gives 500 with "oops". Does the service work, and is this what stands before /v1 and /v2?'],
  ])("says so for %s", async (path, words) => {
    const reached = reach({ ...defaultSettings(origin + path), apiKey: KEY });
    await expect(reached).rejects.toThrow(words.replace("ORIGIN", origin));
  });
});

it("looks for an address close by, shorter ones first", () => {
  expect(addressesNear("https://a.test/x/v1")).toEqual([
    "https://a.test/x",
    "https://a.test",
    "https://a.test/x/v1/api",
    "https://a.test/api",
  ]);
  expect(addressesNear("https://a.test")).toEqual(["https://a.test/api"]);
  expect(addressesNear("https://a.test/api")).toEqual(["https://a.test"]);
});
