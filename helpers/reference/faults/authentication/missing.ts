import { unknownId } from "../../service/problem.js";
import { type Fault, perRow } from "../fault.js";
import { admitting, doing, isV1, refusing, succeedsAnyway } from "./bends.js";

/** Calls without the key, with an empty one, or with its header or place another than documented. */
export const faults: readonly Fault[] = [
  ...perRow(
    {
      "auth-missing-on-carrier-options": ["v1ListCarrierOptions", "The v1 carrier options are given to"],
      "auth-missing-on-v2-tags": ["v2ListTags", "The v2 tags are given to"],
      "auth-missing-on-v2-account-settings": ["v2ListAccountSettings", "The account's settings are given to"],
      "auth-missing-on-batches-by-external-id": [
        "v2GetBatchByExternalId",
        "A batch is found by its external id for",
      ],
      "auth-missing-on-shipments-by-external-id": [
        "v2GetShipmentByExternalId",
        "A shipment is found by its external id for",
      ],
      "auth-missing-on-order-summaries": [
        "v2GetPurchaseOrderOrderSummary",
        "The summary of a purchase order is given to",
      ],
      "auth-missing-on-received-summaries": [
        "v2GetPurchaseOrderReceivedSummary",
        "The summary of what was received is given to",
      ],
      "auth-missing-on-label-tracking": ["v2TrackLabel", "A label is tracked for"],
      "auth-missing-on-stopping-to-track": ["v2StopTracking", "The tracking of a parcel is stopped for"],
      "auth-missing-on-v1-archiving": ["v1ArchiveBatch", "A batch of v1 is archived for"],
      "auth-missing-on-warehouse-updates": ["v1UpdateWarehouse", "A warehouse is updated for"],
      "auth-missing-on-v1-creations": ["v1CreateWebhook", "A webhook of v1 is made for"],
      "auth-missing-on-v2-updates": ["v2UpdateWebhook", "A webhook of v2 is updated for"],
    },
    ([id, what]) => ({
      rule: "auth.key.missing",
      sentence: `${what} a call without a key.`,
      bend: admitting(({ given, operation }) => given === undefined && operation.id === id),
    }),
  ),
  {
    id: "auth-missing-on-v2-reads-by-id",
    rule: "auth.key.missing",
    sentence: "Records of v2 are given by id to a call without a key.",
    bend: admitting(
      ({ given, operation: { method, path } }) =>
        given === undefined && method === "GET" && /^\/v2\/[^{]*\{\w+\}$/.test(path),
    ),
  },
  {
    id: "auth-missing-on-changes",
    rule: "auth.key.missing",
    sentence: "Only reads need a key: what is changed without any is changed.",
    bend: admitting(({ given, operation: { method } }) => given === undefined && method !== "GET"),
  },
  {
    id: "auth-no-key-asked-for-v1-archiving",
    rule: "auth.key.missing",
    sentence: "A batch of v1 is archived whatever the key is, and without any.",
    bend: admitting(({ operation }) => operation.id === "v1ArchiveBatch"),
  },
  {
    id: "auth-missing-on-v2-updates-of-batches-and-orders",
    rule: "auth.key.missing",
    sentence: "Batches and purchase orders of v2 are updated for a call without a key.",
    bend: admitting(
      ({ given, operation: { id } }) =>
        given === undefined && (id === "v2UpdateBatch" || id === "v2UpdatePurchaseOrder"),
    ),
  },
  {
    id: "auth-missing-on-v2-deletions",
    rule: "auth.key.missing",
    sentence: "Records of v2 are deleted for a call without a key.",
    bend: admitting(
      ({ given, operation: { method, path } }) =>
        given === undefined && method === "DELETE" && path.startsWith("/v2/"),
    ),
  },
  {
    id: "auth-missing-key-archives-all-the-same-v1",
    rule: "auth.key.missing",
    sentence: "A batch of v1 is archived without a key and answered with 401; an unknown one with 404.",
    bend: (does) => ({
      refuseKey: (attempt) => {
        const isOurs = attempt.given === undefined && attempt.operation.id === "v1ArchiveBatch";
        return isOurs && !succeedsAnyway(attempt)
          ? unknownId("batch_id", attempt.param("batch_id"))
          : does.refuseKey(attempt);
      },
    }),
  },
  {
    id: "auth-missing-key-looked-up-first-off-lists",
    rule: "auth.key.missing.status",
    sentence:
      "Unknown records of kinds that no list shows are answered with 404 to a call without a key, and with 401 to one with a wrong key.",
    bend: admitting(
      ({ given, operation: { id } }) =>
        given === undefined && ["v2GetProduct", "v2GetServicePoint", "v2GetCheckoutRateOption"].includes(id),
    ),
  },
  {
    id: "auth-missing-key-looked-up-first-in-deletions",
    rule: "auth.key.missing.status",
    sentence: "Deletions without a key are refused with 404, and those with a wrong key with 401.",
    bend: (does) => ({
      refuseKey: (attempt) =>
        attempt.given === undefined && attempt.operation.method === "DELETE"
          ? unknownId("record", Object.values(attempt.params).join(" "))
          : does.refuseKey(attempt),
    }),
  },
  ...perRow(
    {
      "auth-missing-key-deletes-all-the-same-v1": ["v1DeleteWebhook", "The deletion of a v1 webhook"],
      "auth-missing-key-creates-all-the-same-v1": ["v1CreateWebhook", "The creation of a v1 webhook"],
      "auth-missing-key-updates-all-the-same-v2": ["v2UpdateWebhook", "The update of a v2 webhook"],
    },
    ([id, what]) => ({
      rule: "auth.key.missing",
      sentence: `${what} without a key is refused with 401, and done.`,
      bend: doing(({ given, operation }) => !given && operation.id === id),
    }),
  ),
  {
    id: "auth-bearer-token-accepted",
    rule: "auth.key.missing",
    sentence: "Reads are answered to a call with any token in the Authorization header and no key.",
    bend: admitting(
      ({ given, spelled, operation: { method } }) =>
        given === undefined &&
        method === "GET" &&
        spelled.some((name) => name.toLowerCase() === "authorization"),
    ),
  },
  {
    id: "auth-empty-key-accepted",
    rule: "auth.key.empty",
    sentence: "An empty key is as good as the right one.",
    bend: admitting(({ given }) => given === ""),
  },
  {
    id: "auth-empty-key-accepted-v2",
    rule: "auth.key.empty",
    sentence: "In v2 an empty key is as good as the right one.",
    bend: admitting((attempt) => attempt.given === "" && !isV1(attempt)),
  },
  {
    id: "auth-key-in-query",
    rule: "auth.key.query-not-accepted",
    sentence: "The key is also taken from the query, under any name.",
    bend: admitting(({ given, query, right }) => given === undefined && Object.values(query).includes(right)),
  },
  {
    id: "auth-missing-on-further-pages",
    rule: "auth.key.missing",
    sentence: "The key is looked at on the first page of a list alone: further ones are given without any.",
    bend: admitting(({ given, query }) => given === undefined && Number(query.page) > 1),
  },
  {
    id: "auth-missing-on-further-labels",
    rule: "auth.key.missing",
    sentence: "The labels after the first page are given to a call without a key.",
    bend: admitting(
      ({ given, operation, query }) =>
        given === undefined && operation.id === "v1ListLabels" && Number(query.page) > 1,
    ),
  },
  {
    id: "auth-missing-on-filtered-lists",
    rule: "auth.key.missing",
    sentence: "What a batch holds is listed to anyone, without a key.",
    bend: admitting(({ given, query }) => given === undefined && query.batch_id !== undefined),
  },
  {
    id: "auth-missing-key-403",
    rule: "auth.key.missing.status",
    sentence: "A missing or empty key is answered with 403.",
    bend: refusing(403, ({ given }) => !given),
  },
  {
    id: "auth-missing-key-400-on-other-lists",
    rule: "auth.key.missing.status",
    sentence: "A missing key is answered with 400 on lists of v2 other than that of webhooks.",
    bend: refusing(
      400,
      ({ given, operation: { area, generation, path } }) =>
        given === undefined && generation === "v2" && area !== "webhooks" && !path.includes("{"),
    ),
  },
  {
    id: "auth-header-name-undocumented-v2",
    rule: "auth.header-name.documented",
    sentence: "In v2 the key header is not recognised when it is spelled api-key.",
    bend: (does) => ({
      acceptsKey: (attempt) =>
        does.acceptsKey(attempt) && (isV1(attempt) || !attempt.spelled.includes("api-key")),
    }),
  },
  {
    id: "auth-header-name-exact-v1",
    rule: "auth.header-name.case",
    sentence: "In v1 the key header is not recognised when it is spelled api-key.",
    bend: (does) => ({
      acceptsKey: (attempt) =>
        does.acceptsKey(attempt) && !(isV1(attempt) && attempt.spelled.includes("api-key")),
    }),
  },
];
