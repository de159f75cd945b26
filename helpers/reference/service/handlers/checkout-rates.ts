import { type Answer, created, noContent, ok } from "../answer.js";
import type { Call, Handlers } from "../behaviours.js";
import {
  addPlain,
  changePlain,
  createPlain,
  getPlain,
  listPlain,
  type PlainFamily,
  plainView,
} from "../plain-handlers.js";
import { unknownId } from "../problem.js";
import type { Plain } from "../records.js";

const config: PlainFamily = { kind: "checkoutRates", idName: "config_id", listName: "checkout_rates" };
const option: PlainFamily = { kind: "checkoutOptions", idName: "option_id", listName: "options" };
const quote: PlainFamily = { kind: "checkoutQuotes", idName: "quote_id", listName: "quotes" };

const findConfig = (call: Call): Plain => call.find(call.world.plain.checkoutRates, "config_id");

const optionsOf = ({ world }: Call, { id }: Plain) =>
  world.plain.checkoutOptions.ordered().filter(({ fields }) => fields.config_id === id);

/** The option of the configuration that the path names. Throws 404 for an option of another one. */
function findOption(call: Call): Plain {
  const wanted = call.param("option_id");
  const found = optionsOf(call, findConfig(call)).find(({ id }) => id === wanted);
  if (!found) throw unknownId("option_id", wanted);
  return found;
}

function createOption(call: Call): Answer {
  const { id } = findConfig(call);
  return created(addPlain(call, option, { ...call.object(), config_id: id }));
}

function updateOption(call: Call): Answer {
  const found = findOption(call);
  return changePlain(call, option, found, { ...call.object(), config_id: found.fields.config_id });
}

function deleteOption(call: Call): Answer {
  call.world.plain.checkoutOptions.remove(findOption(call).id);
  return noContent();
}

function createQuote(call: Call): Answer {
  const found = findConfig(call);
  const { cart } = call.object();
  const rates = optionsOf(call, found).map((item) => plainView(option, item));
  return created(addPlain(call, quote, { config_id: found.id, cart: cart ?? null, rates }));
}

export const checkoutRates: Handlers = {
  v2CreateCheckoutRateConfig: createPlain(config),
  v2ListCheckoutRateConfigs: listPlain(config),
  v2GetCheckoutRateConfig: getPlain(config),
  v2CreateCheckoutRateOption: createOption,
  v2GetCheckoutRateOption: (call) => ok(plainView(option, findOption(call))),
  v2UpdateCheckoutRateOption: updateOption,
  v2DeleteCheckoutRateOption: deleteOption,
  v2CreateCheckoutRateQuote: createQuote,
  v2GetCheckoutRateQuote: getPlain(quote),
};
