import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import type * as Plimsoll from "../index.js";
import type { ReferenceOptions, SeenExchange } from "../index.js";

/** The package as CommonJS gets it; `npm test` builds before it tests. */
const { createReferenceService, judge }: typeof Plimsoll = createRequire(import.meta.url)(
  "../../dist/helpers/index.cjs",
);

/** Reads some pages of a service, and keeps what it saw. */
async function seen(options: ReferenceOptions = {}): Promise<SeenExchange[]> {
  const { fetch, apiKey } = createReferenceService(options);
  const paths = ["page=1", "page=2", "page=1&sort_dir=asc"].map(
    (query) => `/v1/labels?page_size=10&${query}`,
  );
  return Promise.all(
    paths.map(async (path) => {
      const url = `http://target.test${path}`;
      const requestHeaders = { "API-Key": apiKey };
      const answer = await fetch(new Request(url, { headers: requestHeaders }));
      const headers = Object.fromEntries(answer.headers);
      return {
        method: "GET",
        url,
        requestHeaders,
        status: answer.status,
        headers,
        body: await answer.text(),
      };
    }),
  );
}

const broken = ({ rules }: Awaited<ReturnType<typeof judge>>) =>
  rules.filter(({ verdict }) => verdict === "violates").map(({ id }) => id);

describe("judging what somebody saw", () => {
  it("finds nothing in what keeps the contract, and says what it did not see", async () => {
    const result = await judge(await seen());
    expect(broken(result)).toEqual([]);
    expect(result).toMatchObject({ verdict: "incomplete", target: { url: "http://target.test" } });
    expect(result.rules.find(({ id }) => id === "label.field.tracking_number")?.verdict).toBe("conforms");
    expect(JSON.stringify(result)).not.toContain("reference-key-of-the-embedded-service");
  });

  it.each([
    ["schema:v1/labels:labels.*.tracking_number:drop", "label.field.tracking_number"],
    ["request-id-repeats", "request-id.unique"],
  ])("finds %s", async (fault, rule) => {
    const faults = [fault];
    expect(broken(await judge(await seen({ faults })))).toEqual([rule]);
  });

  it("takes entries of a HAR file", async () => {
    const [first] = await seen();
    const pairs = Object.entries(first?.headers ?? {}).map(([name, value]) => ({ name, value }));
    const request = { method: "GET", url: "http://target.test/v1/labels", headers: [] };
    const response = { status: 200, headers: pairs, content: { text: first?.body } };
    const result = await judge([{ request, response }]);
    expect(result.counts.rules).toBeGreaterThan(0);
    expect(result.run.requests).toBe(1);
  });

  it("says where nothing can be judged", async () => {
    const other = { method: "GET", url: "http://target.test/other", status: 200, headers: {} };
    await expect(judge([other])).rejects.toThrow("what was given holds no exchange below /v1 or /v2.");
  });
});
