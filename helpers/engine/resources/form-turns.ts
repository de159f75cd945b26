import { operationInScope } from "../../contract/scope.js";
import { ifReadable } from "../../wire/outcome.js";
import { given } from "../check/given.js";
import { fixtureIds } from "./fixtures.js";
import { changeableOrder } from "./purchase-orders/listed.js";

/** A record that is updated by a form. */
type Formed = "warehouse" | "draft";

/**
 * The records that the run updates by a form: where it may change both a warehouse and a draft, they take turns by the
 * run's seed, unless the effort includes both. Once a run.
 */
export const formTurns = given(async (t): Promise<readonly Formed[]> => {
  const { settings } = t;
  const warehouses = operationInScope("v1UpdateWarehouse", settings)
    ? await fixtureIds(t, "warehouse", () => t.census.ids("warehouse_id"))
    : [];
  const draft = operationInScope("v2UpdatePurchaseOrder", settings)
    ? await ifReadable(changeableOrder(t, "draft", 0))
    : null;
  const possible: Formed[] = [
    ...(warehouses.length > 0 ? (["warehouse"] as const) : []),
    ...(draft === null ? [] : (["draft"] as const)),
  ];
  const inTurn = settings.seed % 2 === 0 ? possible.toReversed() : possible;
  return inTurn.slice(0, t.budget("content.forms"));
});
