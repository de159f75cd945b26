import { describe } from "vitest";
import type { Ask } from "../../helpers/engine/check/ask.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { onceKnown } from "../../helpers/engine/resources/eventually.js";
import { sampleBody } from "../../helpers/engine/resources/sample-bodies.js";
import { listedShipments } from "../../helpers/engine/resources/shipments/reading.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { isAccepted } from "../../helpers/oracles/answers/acceptance.js";
import { shipmentIdOf } from "../../helpers/oracles/records/shipments-beside.js";
import { changes, restlessIn } from "../../helpers/wire/changes.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { renderValue } from "../../helpers/wire/message.js";
import { jsonOf, type Raw } from "../../helpers/wire/raw.js";
import { findIds, objectsIn } from "../../helpers/wire/search.js";

/** Members whose value depends on the time of reading, or that by their first character are about the answer. */
const TIMELY = /^[_$@]|time|date|expire|expiry|valid|_at$|age$/i;

/** Judges that a record read by id is the one that was calculated before. */
async function judgeSame(t: Check, made: Answered, member: string, id: string, ask: Ask): Promise<void> {
  const read = await onceKnown(t, () => t.ask(ask));
  const { status } = read.answer;
  if (status >= 500) t.inconclusive(`reading ${member} ${id} was answered with ${status}`);
  const due = t.expect(read, `${member} ${id}, calculated just before`, [made]).about(member).status(200);
  t.saw("records read again");
  if (!due.holds) return;
  const calculated = recordOf(made, member, id);
  const shown = recordOf(read, member, id);
  if (shown === null) {
    const others = findIds(jsonOf(read.answer), member);
    if (others.length > 0 && !others.includes(id)) t.breach(read, `${member} ${id}`, others.join(", "));
    return;
  }
  const differences = Object.keys(calculated ?? {})
    .filter((name) => name in shown && !TIMELY.test(name))
    .flatMap((name) => changes(calculated?.[name], shown[name], `/${name}`));
  if (differences.length === 0) return;
  const restless = restlessIn(shown, recordOf(await t.ask(ask), member, id));
  const difference = differences.find(({ pointer }) => !restless.has(pointer));
  if (difference === undefined) return;
  const { pointer, before, after } = difference;
  t.breach(read, `${pointer} ${renderValue(before)}, as calculated`, renderValue(after));
}

function recordOf({ answer }: Answered, member: string, id: string): Raw | null {
  return objectsIn(jsonOf(answer)).find((record) => String(record[member]) === id) ?? null;
}

describe("v2 endpoints: rates", () => {
  rule.fromStandard("v2.rates.roundtrip", "has a shipment rated and reads a rate by its id", async (t) => {
    const [shipment] = await t.given(listedShipments);
    if (shipment === undefined) return t.inconclusive("needs a v2 shipment");
    const rated = await rate(t, shipmentIdOf(shipment));
    const rate_id = rated === null ? undefined : findIds(jsonOf(rated.answer), "rate_id").at(-1);
    if (rated === null || rate_id === undefined) {
      return t.inconclusive("no request for rates of a listed shipment is answered with a rate_id");
    }
    await judgeSame(t, rated, "rate_id", rate_id, { operation: "v2GetRate", path: { rate_id } });
  });
});

/** Rates of a shipment: calculated where the run may, otherwise existing ones. Null where there are none. */
async function rate(t: Check, shipment_id: string): Promise<Answered | null> {
  const carrier_ids = (await t.census.ids("carrier_id")).slice(0, 5);
  const given = t.settings.bodies.v2CreateRates;
  const calculations: readonly Ask[] = [
    ...(given === undefined ? [] : [{ operation: "v2CreateRates", body: given } as const]),
    { operation: "v2CreateRates", body: { shipment_id, rate_options: { carrier_ids } } },
    { operation: "v2CreateRates", body: { shipment_id } },
  ];
  const asks: readonly Ask[] = [
    ...(t.mayWrite("own") ? calculations : []),
    { operation: "v2ListShipmentRates", path: { shipment_id } },
  ];
  for (const ask of asks) {
    const exchange = await t.ask(ask);
    if (isAccepted(exchange) && findIds(jsonOf(exchange.answer), "rate_id").length > 0) return exchange;
  }
  return null;
}

describe("v2 endpoints: checkout rates", () => {
  rule.fromStandard(
    "v2.quotes.roundtrip",
    "calculates two quotes for a cart and reads the first by its id",
    async (t) => {
      t.needsWrites("calculates quotes");
      const [config_id] = await t.census.ids("config_id");
      if (config_id === undefined) return t.inconclusive("needs a configuration of checkout rates");
      const body = await sampleBody(t, "v2CreateCheckoutRateQuote");
      const ask: Ask = { operation: "v2CreateCheckoutRateQuote", path: { config_id }, body };
      const first = await t.ask(ask);
      // If the service keeps only one quote, the first is gone now.
      await t.ask(ask);
      await judgeQuote(t, first);
    },
  );
});

/** A calculated quote can be read by its id. */
async function judgeQuote(t: Check, made: Answered): Promise<void> {
  if (!isAccepted(made))
    t.inconclusive(
      `a quote for a made-up cart was answered with ${made.answer.status}; the contract does not show its shape`,
    );
  for (const member of ["quote_id", "id"]) {
    const [quote_id] = findIds(jsonOf(made.answer), member);
    if (quote_id === undefined) continue;
    return judgeSame(t, made, member, quote_id, { operation: "v2GetCheckoutRateQuote", path: { quote_id } });
  }
  t.inconclusive("the quote shows no quote_id");
}
