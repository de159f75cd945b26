import { expect, it } from "vitest";
import { behaviourFaults } from "../../reference/faults/list.js";
import { allHabits } from "../../reference/habits/list.js";
import { SPENT_KEYS } from "../../reference/service/key-check.js";
import {
  createReferenceService,
  type ReferenceOptions,
  type ReferenceService,
} from "../../reference/service.js";
import { proxied } from "../testing/proxy.js";
import { plimsoll } from "../testing.js";

// Whatever the reference service can be started with shows in its answers to what a run sends, and to a few requests
// besides.

/** These show on a connection, to a receiver of events, or once the clock goes on. */
const ELSEWHERE =
  /^(tls1|plain-http|event-|report-events|auth-header-name|auth-bearer|files-neg|links-without-base|csv-byte-order|webhooks-pinged|webhooks-known-late|label-to-and-fro)|-(later|by-others)$/;

const KEY = "Reference-Key";
/** A clock that stands still, so that each service shows the same times. */
const clock = Date.now();

/** A request as a service receives it. */
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

/** What a run sends to a service without faults, in order. */
async function sentByRun(): Promise<readonly Sent[]> {
  const all: Sent[] = [];
  const { url, close } = await proxied(
    KEY,
    (genuine, { request: { method = "GET", url: path = "/", headers }, sent: body }) => {
      const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
      all.push({ method, path, headers: Object.fromEntries(texts), body });
      return genuine;
    },
    { now: () => clock },
  );
  try {
    const may = ["--writes", "fixtures", "--fixture", "all", "--report-trigger", "/__plimsoll/reports"];
    const { code, stdout } = await plimsoll(["run", url, ...may, "--seed", "1"], KEY);
    expect(code, stdout).toBe(0);
  } finally {
    await close();
  }
  return all;
}

/** What a run sends only with more settings or at more effort, or leaves out because the contract leaves it open. */
function sentBeside({ fixtures }: ReferenceService): readonly Sent[] {
  const [batch] = fixtures.batches.archived ?? [];
  const [draft] = fixtures.purchaseOrders.draft ?? [];
  const hook = { name: "Beside", url: "https://receiver.example/hook", event: "batch" };
  const sent = (call: string, body?: object, key: string | null = KEY): Sent => {
    const [method = "", path = ""] = call.split(" ");
    const headers = { "content-type": "application/json", ...(key !== null && { "api-key": key }) };
    return { method, path, headers, body: body === undefined ? "" : JSON.stringify(body) };
  };
  return [
    ...Object.values(SPENT_KEYS).flatMap((key) =>
      ["v1", "v2"].map((generation) => sent(`GET /${generation}/labels`, undefined, key)),
    ),
    sent(`GET /v1/labels?api_key=${KEY}`, undefined, null),
    sent("GET /v2/downloads/labels/pdf/none.pdf", undefined, null),
    sent("GET /v1/labels?unknown=1"),
    sent("POST /v2/shipments", { shipments: [{}] }),
    sent(`DELETE /v1/batches/${batch}`),
    sent(`POST /v2/purchase_orders/${draft}/shipping_details`, { note_to_supplier: "of a draft" }),
    sent("POST /v2/environment/webhooks", hook),
    sent("POST /v2/environment/webhooks", hook),
    sent("POST /v2/environment/webhooks", { ...hook, url: "https://receiver.example/other" }),
    sent("POST /v2/environment/webhooks", { ...hook, name: "Of a store", store_id: 78 }),
  ];
}

/** The second part depends on what the first has left. */
function* everySent(service: ReferenceService, byRun: readonly Sent[]): Generator<Sent> {
  yield* byRun;
  yield* sentBeside(service);
}

/** What a service is started with. */
type Bends = Pick<ReferenceOptions, "faults" | "habits">;

/** What each request shows, in order; request ids are masked. */
async function* answers(byRun: readonly Sent[], bends: Bends): AsyncGenerator<string> {
  const service = createReferenceService({ ...bends, apiKey: KEY, now: () => clock });
  const ids = new Map<string, number>();
  for (const { method, path, headers, body } of everySent(service, byRun)) {
    const request = new Request(`http://reference.test${path}`, {
      method,
      headers,
      ...(body.length > 0 && { body: Buffer.from(body) }),
    });
    const response = await service.fetch(request);
    const shown = `${response.status} ${[...response.headers].join(" ")} ${await response.text()}`;
    yield shown.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (!ids.has(id)) ids.set(id, ids.size);
      return `#${ids.get(id)}`;
    });
  }
}

async function isVisible(byRun: readonly Sent[], bends: Bends, usual: readonly string[]): Promise<boolean> {
  let index = 0;
  for await (const shown of answers(byRun, bends)) if (shown !== usual[index++]) return true;
  return false;
}

/** One in twelve; all with PLIMSOLL_ALL_FAULTS set, which takes some two minutes. */
function sample(all: readonly { readonly id: string }[]): readonly string[] {
  const ids = all.map(({ id }) => id).filter((id) => !ELSEWHERE.test(id));
  return process.env.PLIMSOLL_ALL_FAULTS ? ids : ids.filter((_, index) => index % 12 === 0);
}

it("every fault and habit shows; without any, the answers are the same twice", {
  timeout: 480_000,
}, async () => {
  const byRun = await sentByRun();
  const usual: string[] = [];
  for await (const shown of answers(byRun, {})) usual.push(shown);
  expect(await isVisible(byRun, {}, usual)).toBe(false);
  const bends = [
    ...sample(behaviourFaults).map((id) => ({ id, faults: [id] })),
    ...sample(allHabits).map((id) => ({ id, habits: [id] })),
  ];
  const invisible: string[] = [];
  for (const { id, ...bend } of bends) if (!(await isVisible(byRun, bend, usual))) invisible.push(id);
  expect(invisible).toEqual([]);
});
