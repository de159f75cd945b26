import type { OperationId } from "../../../contract/generated/types.js";
import { parsedJson } from "../../../contract/json.js";
import type { AuthAttempt, Bend } from "../../service/behaviours.js";
import { malformed } from "../../service/body.js";
import type { Fault } from "../fault.js";
import {
  admitting,
  isLong,
  isShort,
  isV1,
  keeping,
  refusing,
  showingLast,
  skipped,
  succeedsAnyway,
} from "./bends.js";

/** Refuses matching bodies in v2, whatever the key. */
const refusingFirst =
  (fits: (text: string) => boolean): Bend =>
  (does) => ({
    refuseKey: (attempt) =>
      fits(attempt.body.text) && !isV1(attempt) ? malformed("The body is refused.") : does.refuseKey(attempt),
  });

/** Lets matching calls with any key in if they would succeed: the key is looked at only where something is refused. */
const admittingFound = (fits: (attempt: AuthAttempt) => boolean): Bend =>
  admitting((attempt) => Boolean(attempt.given) && fits(attempt) && succeedsAnyway(attempt));

/** Reads whose key is looked at only where the record is unknown, each with the sentence of its fault. */
const skippedIfFound = (sentences: Readonly<Partial<Record<OperationId, string>>>): readonly Fault[] =>
  Object.entries(sentences).map(([id, sentence]) => ({
    id: `auth-skipped-if-found-${id}`,
    rule: "auth.key.wrong.every-operation.v2",
    sentence,
    bend: admittingFound(({ operation }) => operation.id === id),
  }));

/** v2 operations that look at the key too late, not at all, or only once. */
export const faults: readonly Fault[] = [
  {
    id: "auth-short-key-400-v2",
    rule: "auth.key.wrong.every-operation.v2",
    sentence: "In v2 a key of fewer than eight characters is answered with 400.",
    bend: refusing(400, (attempt) => isShort(attempt) && !isV1(attempt)),
  },
  {
    id: "auth-long-key-400-v2",
    rule: "auth.key.wrong.every-operation.v2",
    sentence: "In v2 a key of more than 255 characters is answered with 400.",
    bend: refusing(400, (attempt) => isLong(attempt) && !isV1(attempt)),
  },
  {
    id: "auth-lookup-first-v2GetLabel",
    rule: "auth.key.wrong.every-operation.v2",
    sentence: "An unknown v2 label is answered with 404 to a call with a wrong key.",
    bend: admitting(
      ({ given, operation, path }) => Boolean(given) && operation.id === "v2GetLabel" && /\d{12}/.test(path),
    ),
  },
  {
    id: "auth-lookup-first-v2GetManifest",
    rule: "auth.key.wrong.every-operation.v2",
    sentence: "An unknown v2 manifest is answered with 404 to a call with a wrong key.",
    bend: admitting(
      ({ given, operation, path }) =>
        Boolean(given) && operation.id === "v2GetManifest" && /\d{12}/.test(path),
    ),
  },
  {
    id: "auth-lookup-first-v2-shipment-reads",
    rule: "auth.key.wrong.every-operation.v2",
    sentence: "Reads of and below an unknown v2 shipment are answered with 404 to a call with a wrong key.",
    bend: admitting(
      ({ given, operation: { method }, path }) =>
        Boolean(given) && method === "GET" && /^\/v2\/shipments\/\D*\d{12}/.test(path),
    ),
  },
  {
    id: "auth-refused-yet-shown-v2",
    rule: "auth.key.wrong.every-operation.v2",
    sentence:
      "A wrong key for v2 carriers is answered with 401 and, all the same, the carriers that were read last.",
    bend: showingLast("v2ListCarriers"),
  },
  {
    id: "auth-kept-lists-v2",
    rule: "auth.key.wrong.every-operation.v2",
    sentence:
      "A page of a v2 batch's errors that was given to the right key is given to any key from then on.",
    bend: keeping(
      ({ operation, query }) => operation.id === "v2ListBatchErrors" && Object.keys(query).length > 0,
    ),
  },
  {
    id: "auth-kept-documents-v2",
    rule: "auth.key.wrong.every-operation.v2",
    sentence:
      "The summary of a purchase order that was given to the right key is given to any key from then on.",
    bend: keeping(({ path }) => path.endsWith("_summary")),
  },
  ...skippedIfFound({
    v2GetLabel: "A v2 label that exists is shown to a call with a wrong key.",
    v2GetBatch: "A v2 batch that exists is shown to a call with a wrong key.",
    v2GetPurchaseOrder: "A purchase order that exists is shown to a call with a wrong key.",
    v2GetCarrier: "A v2 carrier that exists is shown to a call with a wrong key.",
    v2GetTote: "A tote that exists is shown to a call with a wrong key.",
  }),
  {
    id: "auth-after-parsing-v2",
    rule: "auth.key.wrong.every-operation.v2",
    sentence: "In v2 a body that is not JSON is refused before the key is looked at.",
    bend: refusingFirst((text) => text !== "" && parsedJson(text) === undefined),
  },
  {
    id: "auth-after-body-type-v2",
    rule: "auth.key.wrong.every-operation.v2",
    sentence: "In v2 a body that is a list is refused before the key is looked at.",
    bend: refusingFirst((text) => text.startsWith("[")),
  },
  ...skipped("auth.key.wrong.every-operation.v2", {
    v2ListToteQuantities: "The counts of totes are given to a call with a wrong key.",
    v2ListShipments: "The v2 shipments are listed for a call with a wrong key.",
    v2GetWebhook: "A v2 webhook is looked up for a call with a wrong key.",
    v2DeletePickup: "A pickup is looked up for removal for a call with a wrong key.",
    v2CreateEnvelope: "An envelope label is made for a call with a wrong key.",
    v2RemoveShipmentTag: "A tag is removed from a shipment for a call with a wrong key.",
  }),
];
