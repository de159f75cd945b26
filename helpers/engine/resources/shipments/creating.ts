import { isAccepted } from "../../../oracles/answers/acceptance.js";
import { toldBy } from "../../../oracles/answers/refusal.js";
import { shipmentIdOf } from "../../../oracles/records/shipments-beside.js";
import { jsonOf, type Raw } from "../../../wire/raw.js";
import { findIds } from "../../../wire/search.js";
import type { Check } from "../../check/check.js";
import { tryCreateOwn } from "../created.js";
import { onceKnown } from "../eventually.js";
import { listedShipments } from "./reading.js";

/** What a shipment shows that a new one may be made with; a date may be past by now, and most else is computed. */
const TAKEN = ["carrier_id", "service_code", "ship_to", "ship_from", "return_to", "confirmation", "packages"];

/**
 * Judges that a shipment whose creation succeeded is there. It is cancelled at the end of the run, but cannot be removed:
 * so it is only made on a target whose every resource is a fixture. The contract shows no body; where the made-up one is
 * refused, other checks of the rule decide.
 */
export async function judgeCreated(t: Check): Promise<void> {
  if (!t.mayWrite("fixtures") || !t.settings.fixturesAll) return;
  const model = (await t.given(listedShipments)).find((each) => each.ship_to !== undefined);
  if (model === undefined) return;
  const mark = `plimsoll-${t.settings.run}`;
  const body = t.settings.bodies.v2CreateShipments ?? {
    shipments: [{ ...likeOf(model), external_shipment_id: mark }],
  };
  const { created, own } = await tryCreateOwn(t, {
    ask: { operation: "v2CreateShipments", body },
    mark,
    idOf: ({ answer }) => onlyOne(findIds(jsonOf(answer), "shipment_id")),
    removal: (id) => ({ operation: "v2CancelShipment", path: { shipment_id: id } }),
  });
  if (own === null || !isAccepted(created))
    return t.observe(
      `A shipment made like ${shipmentIdOf(model)} was answered with ${toldBy(created.answer)}.`,
    );
  const read = await onceKnown(t, () => t.ask({ operation: "v2GetShipment", path: { shipment_id: own.id } }));
  const { status } = read.answer;
  if (status === 404) {
    own.gone();
    return t.breach(
      [created, read],
      `shipment ${own.id}, which was created just before, by its id`,
      "status 404",
    );
  }
  if (status === 200) t.saw("records created");
}

function likeOf(record: Raw): Raw {
  return Object.fromEntries(
    TAKEN.map((name) => [name, record[name]] as const).filter(([, value]) => value != null && value !== ""),
  );
}

function onlyOne(ids: readonly string[]): string | null {
  const [id, ...others] = ids;
  return id === undefined || others.length > 0 ? null : id;
}
