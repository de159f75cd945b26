import { operations } from "../../contract/operations.js";
import { after, all, before, on, onRefusal, shownAsFirst } from "../bends.js";
import { namedShipment } from "../named-records.js";
import { multi, ok } from "../service/answer.js";
import { conflict, invalidValue, Problem } from "../service/problem.js";
import type { Habit } from "./habit.js";

const WRITES = operations.filter(({ method }) => method !== "GET").map(({ id }) => id);

const V2_DELETIONS = operations
  .filter(({ generation, method }) => generation === "v2" && method === "DELETE")
  .map(({ id }) => id);

const TOTES = operations.filter(({ path }) => path.startsWith("/v2/totes")).map(({ id }) => id);

/** Milliseconds for which a record that was changed takes no further change. */
const LOCKED_MS = 1_500;

/** Changes after which a record is locked. */
const LOCKING = [
  "v1DeleteWebhook",
  "v2UpdateWebhook",
  "v2DeleteWebhook",
  "v2UpdatePurchaseOrder",
  "v2UpdatePurchaseOrderShippingDetails",
] as const;

/** Milliseconds until a filter knows a new state. */
const FILTERED_MS = 2_000;

export const habits: readonly Habit[] = [
  {
    id: "created-200",
    section: "Status codes",
    sentence: "What creates something answers 200 in place of 201.",
    bend: (does) => ({
      handle: (call) => {
        const answer = does.handle(call);
        return answer.status === 201 ? { ...answer, status: 200 } : answer;
      },
    }),
  },
  {
    id: "v2-deletions-200",
    section: "v2 endpoints",
    sentence: "Deletions of v2 answer 200 with what was deleted.",
    bend: on(V2_DELETIONS, (call, next) => {
      const answer = next(call);
      return answer.status === 204 ? ok({ deleted: true, ...call.incoming.params }) : answer;
    }),
  },
  {
    id: "states-by-id-kept-for-two-seconds",
    section: "v2 endpoints",
    sentence: "The states of records read by their ids in v2 come from a cache for two seconds.",
    bend: all(
      shownAsFirst("v2GetBatch", "status", 2_000),
      shownAsFirst("v2GetLabel", "status", 2_000),
      shownAsFirst("v2GetLabel", "voided", 2_000),
      shownAsFirst("v2GetShipment", "shipment_status", 2_000),
    ),
  },
  {
    id: "changed-records-locked",
    section: "Status codes",
    sentence: "A webhook or purchase order takes no change for a moment after the last one: 409.",
    bend: (does) => {
      const changed = new Map<string, number>();
      return on(LOCKING, (call, next) => {
        const id = Object.values(call.incoming.params).join();
        if (performance.now() < (changed.get(id) ?? 0) + LOCKED_MS)
          throw conflict("Its last change is still worked on.", "unspecified");
        const answer = next(call);
        changed.set(id, performance.now());
        return answer;
      })(does);
    },
  },
  {
    id: "states-filtered-late",
    section: "GET /v1/shipments",
    sentence: "Shipments come under their former state for two seconds more after they were cancelled.",
    bend: (does) => {
      const cancelled = new Map<string, number>();
      const isLate = (id: string) => performance.now() < (cancelled.get(id) ?? 0) + FILTERED_MS;
      return {
        cancelShipment: (call, shipment) => {
          does.cancelShipment(call, shipment);
          cancelled.set(shipment.id, performance.now());
        },
        condition: (asked, condition) => {
          const usual = does.condition(asked, condition);
          if (asked.word !== "shipments" || usual?.name !== "shipment_status") return usual;
          const { holds, value } = usual;
          return { ...usual, holds: (item) => (isLate(item.id) ? value === "pending" : holds(item)) };
        },
      };
    },
  },
  {
    id: "shipments-created-207",
    section: "Status codes",
    sentence: "The creation of shipments in v2 answers 207, with a status for each.",
    bend: after("v2CreateShipments", (_, { json }) => multi(json)),
  },
  {
    id: "cancel-200",
    section: "v2 endpoints",
    sentence: "The cancellation of a shipment answers 200 with a message.",
    bend: after("v2CancelShipment", () => ok({ message: "The shipment was cancelled." })),
  },
  {
    id: "shipment-tags-locked",
    section: "Status codes",
    sentence: "A shipment whose label is purchased takes no more tags: 409.",
    bend: before("v2AddShipmentTag", (call) => {
      if (namedShipment(call)?.status === "label_purchased") throw conflict("The shipment has its label.");
    }),
  },
  {
    id: "shipment-tags-of-one-word",
    section: "v2 endpoints",
    sentence: "Tags with a blank in their name are refused.",
    bend: before("v2AddShipmentTag", (call) => {
      const name = call.param("tag_name");
      if (name.includes(" ")) throw invalidValue("tag_name", name, "A tag is one word.");
    }),
  },
  {
    id: "user-of-unknown-shipments-refused",
    section: "Limits",
    sentence: "A user can only be assigned to shipments that there are: a call that names others is refused.",
    bend: before(["v2AssignShipmentsUser"], (call) => {
      const ids = call.object().shipment_ids;
      const unknown = Array.isArray(ids) && ids.find((id) => !call.world.shipments.get(String(id)));
      if (typeof unknown === "string") throw invalidValue("shipment_ids", unknown, "No such shipment.");
    }),
  },
  {
    id: "user-of-unknown-shipments-dropped",
    section: "Limits",
    sentence:
      "Shipments that there are not are dropped before those of a call are counted, and assigned is shown.",
    bend: on("v2AssignShipmentsUser", (call, next) => {
      const { shipment_ids: ids } = call.object();
      if (!Array.isArray(ids) || ids.length === 0) return next(call);
      const isKnown = (id: unknown) => call.world.shipments.get(String(id)) !== undefined;
      return ids.some(isKnown) ? next(call) : ok({ assigned: 0 });
    }),
  },
  {
    id: "users-per-call-by-rate-code",
    section: "Errors",
    sentence: "A user for more than 500 shipments is refused with the error code rate_limit_exceeded.",
    bend: onRefusal("v2AssignShipmentsUser", 400, (_, { detail }) => {
      const code = "rate_limit_exceeded";
      throw new Problem(400, { type: "business_rules", code, message: detail.message });
    }),
  },
  {
    id: "writes-refused",
    section: "Status codes",
    sentence:
      "An account that may only read is refused everything else with 400, by an error of the type security.",
    bend: before(WRITES, () => {
      throw new Problem(400, { type: "security", code: "forbidden", message: "This key may only read." });
    }),
  },
  {
    id: "totes-not-in-plan",
    section: "Status codes",
    sentence: "An account whose plan lacks totes is refused all about them with 400, whatever their ids.",
    bend: before(TOTES, () => {
      const message = "Your plan does not include this.";
      throw new Problem(400, { type: "account_status", code: "subscription_inactive", message });
    }),
  },
  {
    id: "writes-need-subscription",
    section: "Status codes",
    sentence:
      "An account without a subscription is refused everything but reads with 400, by an error of the type business_rules.",
    bend: before(WRITES, () => {
      const message = "The subscription has ended.";
      throw new Problem(400, { type: "business_rules", code: "subscription_inactive", message });
    }),
  },
];
