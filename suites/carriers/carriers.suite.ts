import { describe } from "vitest";
import type { Operation } from "../../helpers/contract/model.js";
import { operation } from "../../helpers/contract/operations.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { given } from "../../helpers/engine/check/given.js";
import { tryAsk } from "../../helpers/engine/operations/probe.js";
import { isLikeUnknown } from "../../helpers/engine/operations/unknown-paths.js";
import { namedFixtures } from "../../helpers/engine/resources/fixtures.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { isRefusedForId } from "../../helpers/oracles/records/lost-records.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { findArray } from "../../helpers/wire/find-array.js";
import { plural, renderIds, requestLine } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { jsonOf } from "../../helpers/wire/raw.js";
import { findIds } from "../../helpers/wire/search.js";
import { succeeded } from "../../helpers/wire/status.js";

async function judgeFromList(t: Check): Promise<void> {
  // Asked for without a list too, for the rules about what carriers show.
  const read = [...(await t.given(services)), ...(await t.given(options))];
  const listed = await listedIds(t);
  if (listed.length === 0) t.inconclusive(whyNoneListed(await carrierList(t)));
  for (const { id, exchange } of read.filter((each) => listed.includes(each.id))) {
    if (!succeeded(exchange) && !isRefusedForId(exchange)) continue;
    const last = succeeded(exchange) ? exchange : await askedAgain(t, id, exchange);
    if (last === null) continue;
    t.saw("carriers");
    if (!t.expect(last, `carrier ${id}, which is listed`).succeeds().holds) return;
  }
}

async function judgeOptionsDiffer(t: Check): Promise<void> {
  const texts = new Set<string>();
  const seen = new Map<unknown, Answered>();
  const codes = await codesOf(t);
  for (const { id, exchange } of await t.given(options)) {
    // Records may name a carrier that was disconnected since, and has no options any more.
    const found = succeeded(exchange) ? findArray(jsonOf(exchange.answer)) : null;
    if (found === null) continue;
    t.saw("carriers");
    const names = found.items.flatMap(({ name }) => (typeof name === "string" ? [name] : []));
    t.observe(`Carrier ${id} has the options ${renderIds(names)}.`);
    texts.add(names.toSorted().join());
    // Two accounts with the same carrier have the same options.
    seen.set(codes.get(id) ?? id, exchange);
  }
  const [first] = seen.values();
  // Two carriers may happen to have the same options.
  if (first === undefined || seen.size < 3)
    return t.inconclusive(`needs the options of three different carriers; ${seen.size} were read`);
  if (texts.size === 1)
    t.breach(first, "options that differ by carrier", `the same of all ${seen.size} carriers`);
}

/** Asks again for what the run else reads once: answers kept for that would come with the request id of the first. */
async function readAgain(t: Check): Promise<void> {
  for (const read of [services, options]) {
    const [first] = (await t.tryGiven(read)) ?? [];
    if (first === undefined) continue;
    await tryAsk(t, { href: first.exchange.request.url });
    t.saw("reads repeated");
  }
}

async function observeShape(t: Check): Promise<void> {
  const exchange = await carrierList(t);
  const { answer } = exchange;
  const found = succeeded(exchange) ? findArray(jsonOf(answer)) : null;
  t.saw("lists");
  t.observe(
    found === null
      ? `GET /v1/carriers answers ${answer.status} without an array of objects.`
      : `GET /v1/carriers holds its array ${found.pointer === "" ? "bare" : `under ${found.pointer}`}.`,
  );
}

/** Judges that what belongs to carriers is not refused for all of them. */
async function judgeGiven(t: Check, reading: Operation, read: readonly OfCarrier[]): Promise<void> {
  const given = read.filter(({ exchange }) => succeeded(exchange));
  if (given.length > 0) return t.saw("carriers", given.length);
  const isAllRefused = read.every(({ exchange }) => isRefusedForId(exchange));
  const connected = isAllRefused ? await connectedNow(t) : [];
  const [first, second] = read.filter(({ id }) => connected.includes(id));
  const what = reading.path.replace(/.*\//, "");
  if (first === undefined || second === undefined)
    return t.inconclusive(`needs the ${what} of two carriers that are listed and have labels or shipments`);
  const { exchange } = first;
  if (await isLikeUnknown(t, reading, exchange))
    return t.inconclusive(`${requestLine(exchange)} is answered like an unknown path`);
  t.saw("carriers", read.length);
  const received = `status ${exchange.answer.status}, and none of ${plural(read.length, "carrier")} has any`;
  t.breach([exchange, second.exchange], `the ${what} of carrier ${first.id}, which is listed`, received);
}

/**
 * Carriers that labels or shipments of v1 name, and that a list shows now. A record may name one that was disconnected
 * since, and the list of v1, whose path is assumed, may show others.
 */
async function connectedNow(t: Check): Promise<readonly string[]> {
  const lists = (["v1ListCarriers", "v2ListCarriers"] as const).filter((id) => t.inScope(id));
  const listed = (await Promise.all(lists.map((operation) => t.ask({ operation })))).flatMap(idsIn);
  const naming = await Promise.all(
    (["labels", "shipments"] as const).map((list) => ifReadable(t.census.list(list))),
  );
  const named = new Set(naming.flatMap((list) => list?.oldest ?? []).map(({ raw }) => raw.carrier_id));
  return listed.filter((id) => named.has(id));
}

const carrierList = (t: Check) => t.listed("v1ListCarriers");

/** The carrier_code of each listed carrier, by its id. */
async function codesOf(t: Check): Promise<ReadonlyMap<unknown, unknown>> {
  const found = findArray(jsonOf((await carrierList(t)).answer));
  return new Map(found?.items.map(({ carrier_id, carrier_code }) => [carrier_id, carrier_code]));
}

async function listedIds(t: Check): Promise<readonly string[]> {
  return idsIn(await carrierList(t));
}

function idsIn(list: Answered): readonly string[] {
  return succeeded(list) ? findIds(jsonOf(list.answer), "carrier_id") : [];
}

/**
 * The answer once more to a request for a carrier, while the list still names it; null if it does not. Another client may
 * have disconnected it since, and connected it again.
 */
async function askedAgain(t: Check, id: string, { request }: Answered): Promise<Answered | null> {
  return (await isStillListed(t, id)) ? tryAsk(t, { href: request.url }) : null;
}

/** Whether the list names a carrier when it is read again; true if it cannot be read. */
async function isStillListed(t: Check, id: string): Promise<boolean> {
  const now = await t.ask({ operation: "v1ListCarriers" });
  return !succeeded(now) || idsIn(now).includes(id);
}

function whyNoneListed(list: Answered): string {
  return succeeded(list)
    ? "the carrier list of v1 shows no carrier_id"
    : `the carrier list of v1 was answered with ${list.answer.status}; the contract names the operation without its path`;
}

interface Carriers {
  readonly listed: readonly string[];
  /** Named as fixtures, or by other records. */
  readonly others: readonly string[];
}

const carriers = given(async (t): Promise<Carriers> => {
  const listed = await listedIds(t);
  const others = [...namedFixtures(t, "carrier"), ...(await t.census.ids("carrier_id"))];
  if (listed.length > 0 || others.length > 0) return { listed, others };
  return t.inconclusive(
    "needs a carrier; connect one, or name one as fixture carrier",
    "--fixture carrier=ID",
  );
});

interface OfCarrier {
  readonly id: string;
  readonly exchange: Answered;
}

const services = given(async (t) => ofCarriers(t, "v1ListCarrierServices", await t.given(carriers)));

/** From the other end of the list, so that as many carriers as possible are asked for something. */
const options = given(async (t) => {
  const { listed, others } = await t.given(carriers);
  return ofCarriers(t, "v1ListCarrierOptions", { listed: listed.toReversed(), others });
});

/** Listed carriers come first, because the path expects their ids. */
async function ofCarriers(
  t: Check,
  operation: "v1ListCarrierServices" | "v1ListCarrierOptions",
  { listed, others }: Carriers,
): Promise<readonly OfCarrier[]> {
  const ids = [...new Set([...listed, ...others])].slice(0, t.budget("carriers.records"));
  return Promise.all(
    ids.map(async (id) => ({ id, exchange: await t.ask({ operation, path: { carrier_id: id } }) })),
  );
}

// The exchange oracles judge array names, member types and the carrier that a service names. These checks only make the
// exchanges.
// biome-ignore format: one rule a line
describe("GET /v1/carriers/{carrier_id}/services and /options", () => {
  rule("carriers.services.array", "asks for the services of carriers", async (t) => judgeGiven(t, operation("v1ListCarrierServices"), await t.given(services)));
  rule("carriers.options.array", "asks for the options of carriers", async (t) => judgeGiven(t, operation("v1ListCarrierOptions"), await t.given(options)));
  rule("carriers.id-from-list", "asks for the services and the options of listed carriers", judgeFromList);
  rule.fromStandard("carriers.options.differ", "reads the options of every carrier", judgeOptionsDiffer);
  rule.fromStandard("request-id.unique", "asks for the services and the options of a carrier again", readAgain);
  rule("carriers.list.shape", "reads the carrier list", observeShape);
});
