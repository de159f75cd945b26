import { createServer, type IncomingMessage } from "node:http";
import { connect } from "node:tls";
import { request } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { createReferenceService, type ReferenceService } from "./service.js";

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function serve(
  faults: readonly string[],
  https = false,
): Promise<{ service: ReferenceService; base: string }> {
  const service = createReferenceService({ faults, https });
  open.push(() => service.close());
  return { service, base: await service.listen() };
}

const KEY = { "api-key": "reference-key-of-the-embedded-service" };

/** TLS version that a handshake with the given limits ends in; null when it is refused. */
function handshake(base: string, version: "TLSv1" | "TLSv1.1" | "TLSv1.2"): Promise<string | null> {
  const { hostname: host, port } = new URL(base);
  return new Promise((resolve) => {
    const limits = { minVersion: version, maxVersion: version, ciphers: "DEFAULT@SECLEVEL=0" } as const;
    const socket = connect({ host, port: Number(port), rejectUnauthorized: false, ...limits }, () => {
      resolve(socket.getProtocol());
      socket.destroy();
    });
    socket.on("error", () => resolve(null));
  });
}

describe("faults of the transport", () => {
  it.each([
    [[], [null, null, "TLSv1.2"]],
    [["tls10-accepted"], ["TLSv1", "TLSv1.1", "TLSv1.2"]],
    [["tls11-accepted"], [null, "TLSv1.1", "TLSv1.2"]],
    [["tls12-refused"], [null, "TLSv1.1", null]],
  ])("%j", async (faults, due) => {
    const { base } = await serve(faults, true);
    const got = [
      await handshake(base, "TLSv1"),
      await handshake(base, "TLSv1.1"),
      await handshake(base, "TLSv1.2"),
    ];
    expect(got).toEqual(due);
  });

  it("plain HTTP beside TLS on one port", async () => {
    const { base } = await serve(["plain-http-served"], true);
    const plain = await request(`${base.replace("https", "http")}/v1/labels`, { headers: KEY });
    expect(plain.statusCode).toBe(200);
    expect(await plain.body.json()).toHaveProperty("total");
    expect(await handshake(base, "TLSv1.2")).toBe("TLSv1.2");
  });
});

describe("faults of the connection", () => {
  it("the key header in one spelling alone", async () => {
    const { base } = await serve(["auth-header-name-exact-v1"]);
    const ask = async (name: string, path: string) =>
      (await request(base + path, { headers: { [name]: "reference-key-of-the-embedded-service" } }))
        .statusCode;
    expect(await ask("API-Key", "/v1/labels")).toBe(200);
    expect(await ask("api-key", "/v1/labels")).toBe(401);
    expect(await ask("api-key", "/v2/labels")).toBe(200);
  });
});

describe("faults of events", () => {
  interface Delivery {
    readonly path: string;
    readonly headers: IncomingMessage["headers"];
    readonly text: string;
  }

  /** What two listeners for reports and one for batches got when a report was completed. */
  async function deliveries(faults: readonly string[]): Promise<readonly Delivery[]> {
    const got: Delivery[] = [];
    const receiver = createServer(async (incoming, answer) => {
      let text = "";
      for await (const chunk of incoming) text += chunk;
      got.push({ path: incoming.url ?? "", headers: incoming.headers, text });
      answer.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    open.push(() => new Promise((resolve) => receiver.close(resolve)));
    const address = receiver.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const { port } = address;
    const { base, service } = await serve(faults);
    for (const id of service.fixtures.webhooks) await send(base, "DELETE", `/${id}`);
    for (const [path, event] of [
      ["one", "report_complete"],
      ["two", "report_complete"],
      ["three", "batch"],
    ]) {
      const headers = ["X-A", "X-B"].map((key) => ({ key, value: "1" }));
      await send(base, "POST", "", { event, url: `http://127.0.0.1:${port}/${path}`, headers });
    }
    service.completeReport();
    await service.settled();
    return got.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  const send = async (base: string, method: "DELETE" | "POST", path: string, body?: unknown) =>
    (
      await request(`${base}/v2/environment/webhooks${path}`, {
        method,
        headers: { ...KEY, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    ).body.dump();

  const paths = (got: readonly Delivery[]) => got.map(({ path }) => path);

  it("none: both listeners get the payload with their headers", async () => {
    const got = await deliveries([]);
    expect(paths(got)).toEqual(["/one", "/two"]);
    expect(got[0]?.headers).toMatchObject({ "x-a": "1", "x-b": "1" });
    expect(JSON.parse(got[0]?.text ?? "")).toMatchObject({ resource_type: "API_REPORT_COMPLETE" });
  });

  it.each([
    ["event-never-sent", []],
    ["event-sent-to-first-only", ["/one"]],
    ["event-sent-to-every-webhook", ["/one", "/three", "/two"]],
  ])("%s", async (fault, due) => {
    expect(paths(await deliveries([fault]))).toEqual(due);
  });

  it.each([
    ["event-body-form", /^payload=/],
    ["event-body-in-a-string", /^"\{/],
    ["event-resource-url-missing", /^\{"resource_type"/],
    ["event-resource-url-object", /"resource_url":\{/],
    ["event-resource-type-is-event", /"resource_type":"report_complete"/],
    ["event-resource-type-lower-case", /"api_report_complete"/],
    ["event-report-type-missing", /"data":\{"created_at"/],
    ["event-report-type-number", /"report_type":1/],
    ["event-created-at-epoch", /"created_at":\d/],
    ["event-created-at-rfc-1123", /"created_at":"\w{3}, .+ GMT"/],
    ["event-report-url-missing", /Z"\}\}$/],
    ["event-report-url-string", /"report_url":"http/],
    ["event-resource-url-leads-nowhere", /"resource_url":"[^"]+0","resource_type"/],
    ["event-report-url-leads-nowhere", /"report_url":\{"href":"[^"]+0"\}/],
    ["event-resource-url-leads-to-list", /"resource_url":"[^"]+\/reports"/],
  ])("%s", async (fault, due) => {
    const [first] = await deliveries([fault]);
    expect(first?.text).toMatch(due);
    const [usual] = await deliveries([]);
    expect(usual?.text).not.toMatch(due);
  });

  it.each([
    ["event-without-headers", [undefined, undefined]],
    ["event-with-first-header-only", ["1", undefined]],
  ])("%s", async (fault, due) => {
    const [first] = await deliveries([fault]);
    expect([first?.headers["x-a"], first?.headers["x-b"]]).toEqual(due);
  });
});
