import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { request as send } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Compliance } from "../../reports/results.js";
import { isObject } from "../contract/json.js";
import { type Genuine, onText, proxied } from "./testing/proxy.js";
import { givesAway, SPELLINGS } from "./testing/spellings.js";
import { type Ended, emptyFolder, plimsoll, whileAnswering } from "./testing.js";

// A target that sends back what it was sent, wherever it can: no output of any command shows a secret.

const SLOW = 300_000;
const KEY = "sk_Live+9f8E7d/6c5B4a3-2=";

/** Files that show a secret, and "the console" where that does. */
function leaks(folders: readonly string[], ended: readonly Ended[], secret: string): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile()),
  );
  const told = ended.flatMap(({ stdout, stderr }) => [stdout, stderr]);
  const clean = new Set<string>();
  const leaking = (text: string) => givesAway(text, secret, clean);
  return [
    ...files.filter((file) => leaking(file) || leaking(readFileSync(file, "utf8"))),
    ...told.filter(leaking).map((text) => `the console: ${text.slice(0, 2000)}`),
  ];
}

/** The reference service that sends the key back everywhere, in one spelling after the other. */
async function parrot(key: string) {
  const urls: string[] = [];
  const spellings = Object.values(SPELLINGS);
  const said = new Set<number>();
  const delivered: string[] = [];
  const served = await proxied(key, (genuine, { request, response, count }) => {
    urls.push(request.url ?? "");
    const at = count % spellings.length;
    said.add(at);
    const secret = spellings[at]?.(key) ?? key;
    if (request.url?.includes("/webhooks") === true) deliver(genuine, secret, delivered);
    if (count % 11 === 10) {
      // Redirects, with what does not fit a header taken out.
      const next = encodeURIComponent(secret);
      response.writeHead(302, { location: `/v1/labels?next=${next}`, ...headersWith(secret) }).end();
      return null;
    }
    if (count % 17 === 16) {
      response.writeHead(200, { "content-type": "text/plain", "content-encoding": `x-${oneLine(secret)}` });
      response.end(secret);
      return null;
    }
    if (count % 19 === 18) {
      response.writeHead(400, { trailer: "x-trailer", ...headersWith(secret) });
      response.write(`<p>${secret}</p>`);
      response.addTrailers({ "x-trailer": oneLine(secret) });
      response.end();
      return null;
    }
    return {
      ...genuine,
      headers: { ...genuine.headers, ...headersWith(secret) },
      body: bodyWith(genuine, secret, count),
    };
  });
  return { ...served, urls, said, delivered };
}

/** The key was sent back in every spelling. */
function expectAllSaid({ said }: Awaited<ReturnType<typeof parrot>>): void {
  expect(said.size).toBe(Object.keys(SPELLINGS).length);
}

const oneLine = (text: string) => text.replace(/[^ -~]+/g, " ");
const headersWith = (secret: string) => ({
  "x-echo": oneLine(secret),
  "set-cookie": `sid=${oneLine(secret)}; Path=/`,
  [`x-${secret.replace(/[^\w-]+/g, "")}`]: "name",
});

/** In a new member and its name, in links, in the messages of errors, and in the place of some texts. */
function bodyWith({ headers, body }: Genuine, secret: string, count: number): Buffer {
  if (headers["content-type"]?.includes("json") !== true || body.length === 0) return body;
  const value: unknown = JSON.parse(body.toString());
  if (!isObject(value)) return body;
  let left = count % 3 === 0 ? 2 : 0;
  const text = JSON.stringify({ ...value, echo: secret, [secret]: [{ deep: secret }] }, (name, member) => {
    if (name === "message") return `No key like ${secret}.`;
    if (name === "href" && count % 5 === 0) return `${member}&next=${encodeURIComponent(secret)}`;
    const replaced = typeof member === "string" && /(_id|_at|status|name)$/.test(name) && left-- > 0;
    return replaced ? secret : member;
  });
  return Buffer.from(text);
}

/** Whoever registers a webhook is sent the secret: in the body, a header and the path. */
function deliver({ body }: Genuine, secret: string, delivered: string[]): void {
  const [url] = /http:\/\/127\.0\.0\.1:\d+\/[^"]+/.exec(body.toString()) ?? [];
  if (url === undefined) return;
  delivered.push(url);
  const posted = send(`${url}/${encodeURIComponent(secret)}`, {
    method: "POST",
    headers: { "x-echo": oneLine(secret) },
  });
  posted
    .on("error", () => {})
    .end(JSON.stringify({ resource_type: secret, resource_url: `/v1/x?api_key=${secret}` }));
}

it.each(Object.entries(SPELLINGS))("a secret is found that stands somewhere as %s", (_, spell) => {
  expect(givesAway(`{"a": "${spell(KEY)}", "b": 1}`, KEY)).toBe(true);
});

describe("a target that sends the key back", () => {
  it("in thirty encodings and all places: nothing shows it", { timeout: SLOW }, async () => {
    const server = await parrot(KEY);
    const [again, merged] = [emptyFolder(), emptyFolder()];
    const shards = [emptyFolder(), emptyFolder()];
    const ended: Ended[] = [];
    for (const [at, out] of shards.entries())
      ended.push(await plimsoll(["run", server.url, "--shard", `${at + 1}/2`, "--out", out], KEY));
    await server.close();
    expect(Object.keys(SPELLINGS).length).toBeGreaterThanOrEqual(30);
    expectAllSaid(server);
    expect(server.delivered.length).toBeGreaterThan(0);
    ended.push(await plimsoll(["merge", ...shards, "--out", merged]));
    const [recording = ""] = shards.map((out) => join(out, "exchanges.har"));
    ended.push(await plimsoll(["judge", recording, "--out", again]));
    // A run that could not be made says why.
    expect(ended.map(({ code, stderr }) => (code === 2 ? stderr : code))).toEqual([1, 1, 1, 1]);
    expect(leaks([again, merged, ...shards], ended, KEY)).toEqual([]);
    expect(server.urls.filter((url) => givesAway(url, KEY))).toEqual([]);
    expect(readFileSync(recording, "utf8")).toContain("REDACTED-KEY");
    for (const out of shards)
      expect(readFileSync(join(out, "journal.ndjson"), "utf8")).not.toContain("set-cookie");
  });

  const ODD = {
    "of eight characters": "aB3_xY9z",
    "of fifteen digits": "918273645546372",
    "with spaces": "my own key 4711 x",
    "with quotes": `k"ey'4711\`x<y>&z"`,
    "that looks encoded": "%41%42%2B4711&amp;x%25",
  };
  // Few rules and keys: each text is searched by the same code, whose own property takes many more keys.
  const FEW = ["--effort", "quick", "--only", "error.*"];
  it.each(Object.entries(ODD))("a key %s: nothing shows it", { timeout: SLOW }, async (_, key) => {
    const server = await parrot(key);
    const out = emptyFolder();
    const ended = await plimsoll(["run", server.url, "--out", out, ...FEW], key);
    await server.close();
    expect(ended.code).toBe(1);
    expectAllSaid(server);
    expect(leaks([out], [ended], key)).toEqual([]);
  });
});

describe("a target that names the variable of the key", () => {
  it("does not get the key into reports by way of a waiver", { timeout: SLOW }, async () => {
    const variable = `\${${"PLIMSOLL_API_KEY"}}`;
    const server = await proxied(
      KEY,
      onText((text) => text.replaceAll('"status":"completed"', `"status":"${variable}"`)),
    );
    const [first, out] = [emptyFolder(), emptyFolder()];
    const file = join(out, "waivers.yaml");
    const few = ["--only", "label.field.status"];
    const ended = [
      await plimsoll(["run", server.url, "--out", first, ...few], KEY),
      await plimsoll(["waive", first, "--out", file], KEY),
      await plimsoll(["run", server.url, "--out", out, ...few, "--waivers", file], KEY),
    ];
    await server.close();
    expect(readFileSync(file, "utf8")).toContain(variable);
    expect(ended.map(({ code }) => code)).toEqual([1, 0, 0]);
    expect(leaks([first, out], ended, KEY)).toEqual([]);
  });
});

describe("a hook that fails", () => {
  const config = (create: string, remove: string) =>
    `const spell = ({ apiKey }) => encodeURIComponent(Buffer.from("k:" + apiKey).toString("base64")) + " " + apiKey;
     export default { provision: { tote: { create: async (target) => { ${create} }, remove: async (id, target) => { ${remove} } } } };`;

  it("in making: one line, without the key", { timeout: SLOW }, async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "c.mjs"), config("throw new Error(spell(target));", ""));
    await whileAnswering([], KEY, async (url) => {
      const ended = await plimsoll(["run", url, "--config", "c.mjs"], KEY, folder);
      expect(ended.stderr).toMatch(/provision\.tote\.create failed: .*REDACTED-KEY/);
      expect(ended.code).toBe(2);
      expect(leaks([folder], [ended], KEY)).toEqual([]);
    });
  });

  it("in giving the key as an id: one line, and nothing but what has another id is known", {
    timeout: SLOW,
  }, async () => {
    const folder = emptyFolder();
    writeFileSync(
      join(folder, "c.mjs"),
      config('return ["made-1", spell(target)];', 'if (id !== "made-1") throw 1;'),
    );
    await whileAnswering([], KEY, async (url) => {
      const ended = await plimsoll(["run", url, "--config", "c.mjs"], KEY, folder);
      expect(ended.stderr).toMatch(/^plimsoll: provision\.tote\.create gave an id that holds the key .*\n$/);
      expect(ended.code).toBe(2);
      expect(leaks([folder], [ended], KEY)).toEqual([]);
    });
  });

  it("in removing: told as left behind, without the key", { timeout: SLOW }, async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "c.mjs"), config('return "made-1";', "throw new Error(spell(target));"));
    await whileAnswering([], KEY, async (url) => {
      const ended = await plimsoll(
        ["run", url, "--config", "c.mjs", "--only", "auth.key.empty"],
        KEY,
        folder,
      );
      expect(ended.stdout).toMatch(/its remove failed: .*REDACTED-KEY/);
      expect(leaks([folder], [ended], KEY)).toEqual([]);
    });
  });
});

describe("the key in the query", () => {
  const verdictOf = (out: string) => {
    const { rules }: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
    return rules.find(({ id }) => id === "auth.key.query-not-accepted");
  };

  it("is tried only where the rule is named", { timeout: SLOW }, async () => {
    const urls: string[] = [];
    const server = await proxied(KEY, (genuine) => genuine, {
      faults: ["auth-key-in-query"],
      intercept: ({ request }) => urls.push(request.url ?? "") === 0,
    });
    const out = emptyFolder();
    await plimsoll(["run", server.url, "--only", "auth.*", "--out", out], KEY);
    expect(urls.filter((url) => givesAway(url, KEY))).toEqual([]);
    expect(urls.some((url) => url.includes("api_key=plimsoll-wrong-key"))).toBe(true);
    expect(verdictOf(out)).toMatchObject({
      verdict: "inconclusive",
      reason: expect.stringContaining("--only"),
    });
    const named = await plimsoll(
      ["run", server.url, "--only", "auth.key.query-not-accepted", "--strict", "--out", out],
      KEY,
    );
    await server.close();
    expect(named.code).toBe(1);
    expect(verdictOf(out)?.verdict).toBe("violates");
    expect(leaks([out], [named], KEY)).toEqual([]);
  });
});

describe("a key of fewer than six characters", () => {
  it("is refused", async () => {
    const ended = await plimsoll(["run", "https://192.0.2.1"], "k3y-7");
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toMatch(
      /^plimsoll: the API key in PLIMSOLL_API_KEY has fewer than 6 characters, .*; ask for a longer one where keys are issued\.\n$/,
    );
    expect(ended.stderr).not.toContain("k3y-7");
  });

  it("is warned of on this machine", { timeout: SLOW }, async () => {
    await whileAnswering([], "k3y-7", async (url) => {
      const ended = await plimsoll(["run", url, "--only", "auth.key.empty"], "k3y-7");
      expect(ended.stderr).toMatch(/fewer than 6 characters/);
      expect(ended.code).toBe(0);
    });
  });
});

describe("recordings of others", () => {
  const SECRETS = {
    apiToken: "tok-4711-of-the-header",
    authToken: "auth0815token",
    query: "queryKey4711",
    accessToken: "acc3ssT0ken4711",
    signature: "5ig9a7u4e0815ab",
    password: "pa55word-of-url",
    bearer: "bearer4711abcdefgh",
    cookie: "c00kieValue4711",
    set: "s3tByTheAnswer4711",
    basic: "b4sicPassword",
  };

  it("show no secret of any entry", { timeout: SLOW }, async () => {
    const all = Object.values(SECRETS).join(" ");
    const url = `https://user:${SECRETS.password}@api.test/v1/labels?api_key=${SECRETS.query}&access_token=${SECRETS.accessToken}&X-Amz-Signature=${SECRETS.signature}`;
    const entry = (address: string, headers: Record<string, string>) => ({
      startedDateTime: "2026-01-01T00:00:00.000Z",
      time: 12,
      request: {
        method: "GET",
        url: address,
        headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
        postData: { mimeType: "text/plain", text: `${all} ${encodeURIComponent(url)}` },
      },
      response: {
        status: 200,
        headers: [
          { name: "content-type", value: "application/json" },
          {
            name: "Set-Cookie",
            value: `other=${SECRETS.set}; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT`,
          },
          { name: "X-Echo", value: all },
          { name: "Location", value: url },
        ],
        content: {
          size: 9,
          mimeType: "application/json",
          text: JSON.stringify({ labels: [{ label_id: all, href: url }], total: "api.test", [all]: url }),
        },
      },
    });
    const entries = [
      entry(url, { "X-Api-Token": SECRETS.apiToken, Authorization: `Bearer ${SECRETS.bearer}` }),
      entry("https://api.test/v1/shipments", {
        "X-Auth-Token": SECRETS.authToken,
        Cookie: `sid=${SECRETS.cookie}`,
      }),
      entry("https://api.test/v1/labels", {
        Authorization: `Basic ${Buffer.from(`user:${SECRETS.basic}`).toString("base64")}`,
      }),
    ];
    const [folder, out] = [emptyFolder(), emptyFolder()];
    writeFileSync(join(folder, "traffic.har"), JSON.stringify({ log: { entries } }));
    const ended = await plimsoll(["judge", join(folder, "traffic.har"), "--out", out]);
    expect(ended.code).toBe(1);
    const shown = Object.entries(SECRETS).filter(([, secret]) => leaks([out], [ended], secret).length > 0);
    expect(shown.map(([name]) => name)).toEqual([]);
    expect(readFileSync(join(out, "index.html"), "utf8")).toContain("api.test");
  });
});
