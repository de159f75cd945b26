import { describe } from "vitest";
import { type Answered, type Check, given } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { renderIds } from "../../helpers/wire/message.js";
import { findArray, findIds } from "../../helpers/wire/search.js";
import { succeeded } from "../../helpers/wire/status.js";

// That services and options come as named arrays, that their members have the documented types and that a
// service names the carrier asked for is seen on every exchange; here the exchanges are made.
describe("GET /v1/carriers/{carrier_id}/services and /options", () => {
  rule("carriers.id-from-list", "asks for the services of listed carriers", async (t) => {
    const listed = await listedIds(t);
    if (listed.length === 0) t.inconclusive("the carrier list of v1 shows no carrier_id");
    for (const { id, exchange } of (await t.given(servicesOf)).filter((each) => listed.includes(each.id))) {
      const { status } = exchange.answer;
      if (!succeeded(exchange) && status !== 404 && status !== 400) continue;
      t.saw("carriers");
      if (!t.expect(exchange, `the services of carrier ${id}, which is listed`).succeeds().holds) return;
    }
  });

  rule.fromStandard("carriers.options.differ", "reads the options of every carrier", async (t) => {
    const texts = new Set<string>();
    const seen: Answered[] = [];
    for (const id of await t.given(carriers)) {
      const exchange = await t.ask({ operation: "v1ListCarrierOptions", path: { carrier_id: id } });
      const { body } = exchange.answer;
      const options = body.kind === "json" ? findArray(body.value) : null;
      if (options === null) continue;
      t.saw("carriers");
      const names = options.items.flatMap(({ name }) => (typeof name === "string" ? [name] : []));
      t.observe(`Carrier ${id} has the options ${renderIds(names)}.`);
      texts.add(names.toSorted().join());
      seen.push(exchange);
    }
    const [first] = seen;
    // Two may well be alike.
    if (first === undefined || seen.length < 3)
      return t.inconclusive(`needs the options of three carriers; ${seen.length} were read`);
    if (texts.size === 1)
      t.breach(first, "options that differ by carrier", `the same of all ${seen.length} carriers`);
  });

  rule("carriers.list.shape", "reads the carrier list", async (t) => {
    const { answer } = await list(t);
    const found = answer.body.kind === "json" ? findArray(answer.body.value) : null;
    t.saw("lists");
    t.observe(
      found === null
        ? `GET /v1/carriers answers ${answer.status} without an array of objects.`
        : `GET /v1/carriers holds its array ${found.pointer === "" ? "bare" : `under ${found.pointer}`}.`,
    );
  });
});

const list = (t: Check) => t.listed("v1ListCarriers");

async function listedIds(t: Check): Promise<readonly string[]> {
  const exchange = await list(t);
  const { body } = exchange.answer;
  return succeeded(exchange) && body.kind === "json" ? findIds(body.value, "carrier_id") : [];
}

/** Listed carriers first: the path speaks of them. */
const carriers = given(async (t): Promise<readonly string[]> => {
  const named = t.settings.fixtures.carrier ?? [];
  const known = [...(await listedIds(t)), ...named, ...(await t.census.ids("carrier_id"))];
  const ids = [...new Set(known)].slice(0, t.budget("carriers.records"));
  if (ids.length > 0) return ids;
  return t.inconclusive("needs a carrier; connect one, or name one as fixture carrier");
});

const servicesOf = given(async (t): Promise<readonly { id: string; exchange: Answered }[]> => {
  const ids = await t.given(carriers);
  return Promise.all(
    ids.map(async (id) => ({
      id,
      exchange: await t.ask({ operation: "v1ListCarrierServices", path: { carrier_id: id } }),
    })),
  );
});
