import type { OperationId } from "../../../contract/generated/types.js";
import type { Generation } from "../../../contract/model.js";
import type { AuthAttempt, Bend } from "../../service/behaviours.js";
import { SPENT_KEYS } from "../../service/key-check.js";
import { unknownId } from "../../service/problem.js";
import { type Fault, perRow } from "../fault.js";
import { admitting, doing, isLong, isShort, isV1, keeping, refusing, showingLast, skipped } from "./bends.js";

/** Accepts some non-empty wrong keys, in one generation. */
const taking = (generation: "v1" | "v2", fits: (given: string, right: string) => boolean): Bend =>
  admitting(
    (attempt) =>
      Boolean(attempt.given) &&
      isV1(attempt) === (generation === "v1") &&
      fits(attempt.given ?? "", attempt.right),
  );

/** Whether two keys are as long as each other and alike up to the last character. */
const allButLast = (given: string, right: string): boolean =>
  given.length === right.length && given.slice(0, -1) === right.slice(0, -1);

/** A call with a wrong key is refused with 401, and done. */
const doneWithWrongKey = (id: OperationId, generation: Generation, what: string): Omit<Fault, "id"> => ({
  rule: `auth.key.wrong.${generation}`,
  sentence: `${what} with a wrong key is refused with 401, and done.`,
  bend: doing(({ given, operation }) => Boolean(given) && operation.id === id),
});

const changesWebhook = ({ operation: { path, method } }: AuthAttempt): boolean =>
  method !== "GET" && path.includes("/environment/webhooks");

/** Wrong and spent keys that are accepted, or refused in another way, and what they must not do. */
export const faults: readonly Fault[] = [
  ...perRow(
    {
      "auth-wrong-key-deletes-all-the-same-v2": ["v2DeleteWebhook", "v2", "The deletion of a v2 webhook"],
      "auth-wrong-key-creates-all-the-same-v1": ["v1CreateWebhook", "v1", "The creation of a v1 webhook"],
      "auth-wrong-key-creates-all-the-same-v2": ["v2CreateWebhook", "v2", "The creation of a v2 webhook"],
      "auth-wrong-key-updates-all-the-same-v2": ["v2UpdateWebhook", "v2", "The update of a v2 webhook"],
    },
    ([id, generation, what]) => doneWithWrongKey(id, generation, what),
  ),
  ...(
    [
      ["v1UpdateWarehouse", "v1", "The update of a warehouse"],
      ["v1ArchiveBatch", "v1", "The archiving of a batch in v1"],
      ["v2ArchiveBatch", "v2", "The archiving of a batch in v2 by DELETE"],
      ["v2UpdateBatch", "v2", "The archiving of a v2 batch by PUT"],
      ["v2UpdatePurchaseOrder", "v2", "The update of a purchase order"],
      ["v2CancelShipment", "v2", "The cancellation of a shipment"],
      ["v2AddShipmentTag", "v2", "The adding of a tag to a shipment"],
      ["v2VoidLabel", "v2", "The voiding of a label"],
    ] as const
  ).map(([id, generation, what]) => ({
    id: `auth-wrong-key-done-all-the-same-${id}`,
    ...doneWithWrongKey(id, generation, what),
  })),
  {
    id: "auth-lookup-only-v1-warehouses",
    rule: "auth.key.wrong.v1",
    sentence: "An unknown warehouse is answered with 404, and a known one updated, whatever the key is.",
    bend: admitting(({ given, operation }) => Boolean(given) && operation.id === "v1UpdateWarehouse"),
  },
  {
    id: "auth-refused-yet-done",
    rule: "auth.key.wrong.v2",
    sentence:
      "Whatever a call without the right key would change of webhooks is changed, and answered with 401.",
    blame: "Each generation has a rule for wrong keys, and a missing key has one.",
    bend: doing(changesWebhook),
  },
  {
    id: "auth-any-key-on-further-pages",
    rule: "auth.key.wrong.v1",
    sentence:
      "In v1 the key is looked at on the first page of a list alone: further ones are given for any key.",
    bend: admitting((attempt) => Boolean(attempt.given) && isV1(attempt) && Number(attempt.query.page) > 1),
  },
  {
    id: "auth-any-key-v1",
    rule: "auth.key.wrong.v1",
    sentence: "In v1 any key that is not empty is taken for the right one.",
    bend: taking("v1", () => true),
  },
  {
    id: "auth-key-any-case-v1",
    rule: "auth.key.wrong.v1",
    sentence: "In v1 keys are compared without regard to case.",
    bend: taking("v1", (given, right) => given.toLowerCase() === right.toLowerCase()),
  },
  {
    id: "auth-key-with-suffix-v1",
    rule: "auth.key.wrong.v1",
    sentence: "In v1 a key only has to begin with the right one.",
    bend: taking("v1", (given, right) => given.startsWith(right)),
  },
  {
    id: "auth-key-with-prefix-v1",
    rule: "auth.key.wrong.v1",
    sentence: "In v1 a key only has to end with the right one.",
    bend: taking("v1", (given, right) => given.endsWith(right)),
  },
  {
    id: "auth-key-truncated-v1",
    rule: "auth.key.wrong.v1",
    sentence: "In v1 the key without its last character is accepted.",
    bend: taking("v1", (given, right) => right.length - given.length === 1 && right.startsWith(given)),
  },
  {
    id: "auth-wrong-key-403-v1",
    rule: "auth.key.wrong.v1",
    sentence: "In v1 a wrong key is answered with 403.",
    bend: refusing(403, (attempt) => Boolean(attempt.given) && isV1(attempt)),
  },
  {
    id: "auth-expired-key-accepted-v1",
    rule: "auth.key.expired",
    sentence: "In v1 a key that has expired is as good as the right one.",
    bend: taking("v1", (given) => given === SPENT_KEYS.expired),
  },
  {
    id: "auth-deactivated-key-403-v2",
    rule: "auth.key.expired",
    sentence: "In v2 a key that was deactivated is answered with 403.",
    bend: refusing(403, ({ given }) => given === SPENT_KEYS.deactivated),
  },
  {
    id: "auth-any-key-v2",
    rule: "auth.key.wrong.v2",
    sentence: "In v2 any key that is not empty is taken for the right one.",
    bend: taking("v2", () => true),
  },
  {
    id: "auth-key-truncated-v2",
    rule: "auth.key.wrong.v2",
    sentence: "In v2 a key that is the beginning of the right one is accepted.",
    bend: taking("v2", (given, right) => right.startsWith(given)),
  },
  {
    id: "auth-key-with-prefix-v2",
    rule: "auth.key.wrong.v2",
    sentence: "In v2 a key only has to end with the right one.",
    bend: taking("v2", (given, right) => given.endsWith(right)),
  },
  {
    id: "auth-key-last-character-v2",
    rule: "auth.key.wrong.v2",
    sentence: "In v2 keys are compared up to the last character.",
    bend: taking("v2", allButLast),
  },
  {
    id: "auth-key-by-form-v2",
    rule: "auth.key.wrong.v2",
    sentence: "In v2 a key only has to begin like the right one and to be as long.",
    bend: taking(
      "v2",
      (given, right) => given.length === right.length && given.startsWith(right.slice(0, 4)),
    ),
  },
  {
    id: "auth-short-key-500-v1",
    rule: "auth.key.wrong.v1",
    sentence: "In v1 a key of fewer than eight characters is answered with 500.",
    bend: refusing(500, (attempt) => isShort(attempt) && isV1(attempt)),
  },
  {
    id: "auth-long-key-500-v1",
    rule: "auth.key.wrong.v1",
    sentence: "In v1 a key of more than 255 characters is answered with 500.",
    bend: refusing(500, (attempt) => isLong(attempt) && isV1(attempt)),
  },
  {
    id: "auth-wrong-key-403-v2",
    rule: "auth.key.wrong.v2",
    sentence: "In v2 a wrong key is answered with 403.",
    bend: refusing(403, (attempt) => Boolean(attempt.given) && !isV1(attempt)),
  },
  {
    id: "auth-kept-lists-v1",
    rule: "auth.key.wrong.v1",
    sentence: "A page of a v1 list that was given to the right key is given to any key from then on.",
    bend: keeping((attempt) => isV1(attempt) && Object.keys(attempt.query).length > 0),
  },
  {
    id: "auth-refused-yet-shown",
    rule: "auth.key.wrong.v1",
    sentence:
      "A wrong key for labels is answered with 401 and, all the same, the labels that were read last.",
    bend: showingLast("v1ListLabels"),
  },
  {
    id: "auth-refused-yet-shown-beside-errors",
    rule: "auth.key.wrong.v1",
    sentence:
      "A wrong key for carriers is answered with 401, its error and the carriers that were read last.",
    bend: showingLast("v1ListCarriers", true),
  },
  {
    id: "auth-after-lookup",
    rule: "auth.order",
    sentence: "With a wrong key, an unknown shipment is answered with 404.",
    bend: (does) => ({
      refuseKey: (attempt) => {
        const { operation, shared } = attempt;
        const id = attempt.param("shipment_id");
        const unknown = operation.id === "v1GetShipment" && !shared.world.shipments.get(id);
        return unknown ? unknownId("shipment_id", id) : does.refuseKey(attempt);
      },
    }),
  },
  ...skipped("auth.key.wrong.v1", {
    v1CreateWebhook: "A webhook of v1 is made for a call with a wrong key.",
    v1GetBatch: "A batch is shown in v1 to a call with a wrong key.",
    v1ListCarrierServices: "The v1 carrier services are given to a call with a wrong key.",
  }),
];
