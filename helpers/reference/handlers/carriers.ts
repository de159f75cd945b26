import { type Answer, noContent, ok } from "../answer.js";
import type { Call, Handlers } from "../call.js";
import { listAnswer } from "../paging.js";
import { invalidValue } from "../problem.js";
import type { Carrier } from "../records.js";
import { readMoney } from "../requests/shipment.js";
import { carrierView, optionsView, packagesView, servicesView } from "../views/carrier.js";

const find = (call: Call) => call.find(call.world.carriers, "carrier_id");
const listCarriers = (call: Call) =>
  listAnswer(call, {
    name: "carriers",
    from: call.world.carriers,
    view: (carrier) => ({ ...carrierView(carrier, call.faults), ...listedId(call, carrier) }),
  });

const listedId = ({ faults, v1 }: Call, { id }: Carrier) =>
  v1 && faults.has("carrier-list-ids-of-accounts") ? { carrier_id: `${id}0` } : {};

function listServices(call: Call): Answer {
  const { faults, v1, world } = call;
  const found = find(call);
  const services = servicesView(found);
  if (!v1) return ok({ services });
  if (faults.has("carrier-services-bare-array")) return ok(services);
  if (faults.has("carrier-services-missing-when-few")) return ok(services.length > 2 ? { services } : {});
  const [first = found] = world.carriers.ordered();
  return ok({ services: faults.has("carrier-services-of-first") ? servicesView(first) : services });
}

function listOptions(call: Call): Answer {
  const options = optionsView(find(call), call.faults);
  if (call.v1 && call.faults.has("carrier-options-bare-array")) return ok(options);
  return ok(
    call.v1 && call.faults.has("carrier-options-named-advanced")
      ? { advanced_options: options }
      : { options },
  );
}

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

function listPackages(call: Call): Answer {
  if (call.faults.has("carrier-packages-fail")) throw new Error("no packages");
  return ok({ packages: packagesView(find(call)) });
}

export const carriers: Handlers = {
  v1ListCarriers: listCarriers,
  v1ListCarrierServices: listServices,
  v1ListCarrierOptions: listOptions,
  v2ListCarriers: listCarriers,
  v2GetCarrier: (call) => ok(carrierView(find(call), call.faults)),
  v2DisconnectCarrier: disconnect,
  v2AddCarrierFunds: addFunds,
  v2ListCarrierOptions: listOptions,
  v2ListCarrierPackages: listPackages,
  v2ListCarrierServices: listServices,
};
