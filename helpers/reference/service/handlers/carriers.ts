import { type Answer, noContent, ok } from "../answer.js";
import type { Call, Handlers } from "../behaviours.js";
import { listAnswer } from "../paging.js";
import { invalidValue } from "../problem.js";
import { readMoney } from "../requests/shipment.js";
import { optionsView, packagesView, servicesView } from "../views/carrier.js";

const find = (call: Call) => call.find(call.world.carriers, "carrier_id");

const listCarriers = (call: Call) =>
  listAnswer(call, {
    name: "carriers",
    from: call.world.carriers,
    view: (carrier) => call.does.carrierView(call, carrier),
  });

const listServices = (call: Call) => ok({ services: servicesView(find(call)) });
const listOptions = (call: Call) => ok({ options: optionsView(call, find(call)) });
const listPackages = (call: Call) => ok({ packages: packagesView(find(call)) });

function disconnect(call: Call): Answer {
  call.world.carriers.remove(find(call).id);
  return noContent();
}

function addFunds(call: Call): Answer {
  const carrier = find(call);
  const { currency, amount } = readMoney(call.object());
  if (amount <= 0) throw invalidValue("amount", String(amount), "amount must be greater than 0.");
  carrier.balance = Math.round((carrier.balance + amount) * 100) / 100;
  return ok({ carrier_id: carrier.id, balance: { currency, amount: carrier.balance } });
}

export const carriers: Handlers = {
  v1ListCarriers: listCarriers,
  v1ListCarrierServices: listServices,
  v1ListCarrierOptions: listOptions,
  v2ListCarriers: listCarriers,
  v2GetCarrier: (call) => ok(call.does.carrierView(call, find(call))),
  v2DisconnectCarrier: disconnect,
  v2AddCarrierFunds: addFunds,
  v2ListCarrierOptions: listOptions,
  v2ListCarrierPackages: listPackages,
  v2ListCarrierServices: listServices,
};
