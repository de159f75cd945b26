import type { OperationId, RuleId } from "../../contract/generated/types.js";
import { memo } from "../../contract/memo.js";
import type { Answer } from "../service/answer.js";
import type { AuthAttempt, Bend } from "../service/behaviours.js";
import { malformed } from "../service/body.js";
import { IncomingCall } from "../service/call.js";
import { SPENT_KEYS } from "../service/key-check.js";
import { Problem, unknownId } from "../service/problem.js";
import type { Fault } from "./fault.js";

/** Lets matching calls in. */
const admitting =
  (fits: (attempt: AuthAttempt) => boolean): Bend =>
  (does) => ({ acceptsKey: (attempt) => does.acceptsKey(attempt) || fits(attempt) });

const isV1 = ({ path }: AuthAttempt): boolean => path.startsWith("/v1");

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

const withoutKey = (id: OperationId): Bend =>
  admitting(({ given, operation }) => given === undefined && operation.id === id);

/** Operations that take any key, each with the sentence of its fault. */
const skipped = (rule: RuleId, sentences: Readonly<Partial<Record<OperationId, string>>>): readonly Fault[] =>
  Object.entries(sentences).map(([id, sentence]) => ({
    id: `auth-skipped-${id}`,
    rule,
    sentence,
    bend: admitting(({ given, operation }) => Boolean(given) && operation.id === id),
  }));

/** Answers matching calls with something other than 401. */
const refusing =
  (status: 400 | 403 | 500, fits: (attempt: AuthAttempt) => boolean): Bend =>
  (does) => ({
    refuseKey: (attempt) => {
      const problem = does.refuseKey(attempt);
      return fits(attempt) ? new Problem(status, problem.detail) : problem;
    },
  });

const isShort = ({ given }: AuthAttempt): boolean => Boolean(given) && String(given).length < 8;
const isLong = ({ given }: AuthAttempt): boolean => String(given ?? "").length > 255;

/** Refuses matching bodies in v2, whatever the key. */
const refusingFirst =
  (fits: (text: string) => boolean): Bend =>
  (does) => ({
    refuseKey: (attempt) =>
      fits(attempt.body.text) && !isV1(attempt) ? malformed("The body is refused.") : does.refuseKey(attempt),
  });

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Refuses calls that lack the right key, and carries out the matching ones all the same. */
const doing =
  (fits: (attempt: AuthAttempt) => boolean): Bend =>
  (does) => ({
    refuseKey: (attempt) => {
      // A refusal for another reason is not shown: the key's is.
      if (fits(attempt)) succeedsAnyway(attempt);
      return does.refuseKey(attempt);
    },
  });

/** Whether the call, carried out whatever its key is, succeeds. */
function succeedsAnyway({
  shared,
  operation,
  path,
  params,
  query,
  body,
  accept,
  origin,
}: AuthAttempt): boolean {
  const incoming = { operation, path, params, query, body, accept, origin };
  try {
    return shared.does.handle(new IncomingCall(shared, incoming)).status < 400;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

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

/** Answers matching reads to any key once the right one got an answer at the same address. */
const keeping =
  (fits: (attempt: AuthAttempt) => boolean): Bend =>
  (does) => {
    const kept = new WeakMap<AuthAttempt["shared"], Set<string>>();
    return {
      acceptsKey: (attempt) => {
        const isRight = does.acceptsKey(attempt);
        if (attempt.operation.method !== "GET" || !attempt.given || !fits(attempt)) return isRight;
        const addresses = memo(kept, attempt.shared, () => new Set<string>());
        const address = JSON.stringify([attempt.path, Object.entries(attempt.query)]);
        if (isRight) addresses.add(address);
        return addresses.has(address);
      },
    };
  };

const changesWebhook = ({ operation: { path, method } }: AuthAttempt): boolean =>
  method !== "GET" && path.includes("/environment/webhooks");

export const faults: readonly Fault[] = [
  {
    id: "auth-missing-on-carrier-options",
    rule: "auth.key.missing",
    sentence: "The v1 carrier options are given to a call without a key.",
    bend: withoutKey("v1ListCarrierOptions"),
  },
  {
    id: "auth-missing-on-v2-tags",
    rule: "auth.key.missing",
    sentence: "The v2 tags are given to a call without a key.",
    bend: withoutKey("v2ListTags"),
  },
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
    id: "auth-missing-on-v1-archiving",
    rule: "auth.key.missing",
    sentence: "A batch of v1 is archived for a call without a key.",
    bend: withoutKey("v1ArchiveBatch"),
  },
  {
    id: "auth-missing-on-warehouse-updates",
    rule: "auth.key.missing",
    sentence: "A warehouse is updated for a call without a key.",
    bend: withoutKey("v1UpdateWarehouse"),
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
  {
    id: "auth-missing-on-v1-creations",
    rule: "auth.key.missing",
    sentence: "A webhook of v1 is made for a call without a key.",
    bend: withoutKey("v1CreateWebhook"),
  },
  {
    id: "auth-missing-on-v2-updates",
    rule: "auth.key.missing",
    sentence: "A webhook of v2 is updated for a call without a key.",
    bend: withoutKey("v2UpdateWebhook"),
  },
  {
    id: "auth-missing-key-deletes-all-the-same-v1",
    rule: "auth.key.missing",
    sentence: "The deletion of a v1 webhook without a key is refused with 401, and done.",
    bend: doing(({ given, operation }) => !given && operation.id === "v1DeleteWebhook"),
  },
  {
    id: "auth-missing-key-creates-all-the-same-v1",
    rule: "auth.key.missing",
    sentence: "The creation of a v1 webhook without a key is refused with 401, and done.",
    bend: doing(({ given, operation }) => !given && operation.id === "v1CreateWebhook"),
  },
  {
    id: "auth-missing-key-updates-all-the-same-v2",
    rule: "auth.key.missing",
    sentence: "The update of a v2 webhook without a key is refused with 401, and done.",
    bend: doing(({ given, operation }) => !given && operation.id === "v2UpdateWebhook"),
  },
  {
    id: "auth-wrong-key-deletes-all-the-same-v2",
    rule: "auth.key.wrong.v2",
    sentence: "The deletion of a v2 webhook with a wrong key is refused with 401, and done.",
    bend: doing(({ given, operation }) => Boolean(given) && operation.id === "v2DeleteWebhook"),
  },
  {
    id: "auth-refused-yet-done",
    rule: "auth.key.wrong.v2",
    sentence:
      "Whatever a call without the right key would change of webhooks is changed, and answered with 401.",
    bend: doing(changesWebhook),
  },
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
    id: "auth-missing-on-filtered-lists",
    rule: "auth.key.missing",
    sentence: "What a batch holds is listed to anyone, without a key.",
    bend: admitting(({ given, query }) => given === undefined && query.batch_id !== undefined),
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
    id: "auth-short-key-400-v2",
    rule: "auth.key.wrong.every-operation.v2",
    sentence: "In v2 a key of fewer than eight characters is answered with 400.",
    bend: refusing(400, (attempt) => isShort(attempt) && !isV1(attempt)),
  },
  {
    id: "auth-long-key-500-v1",
    rule: "auth.key.wrong.v1",
    sentence: "In v1 a key of more than 255 characters is answered with 500.",
    bend: refusing(500, (attempt) => isLong(attempt) && isV1(attempt)),
  },
  {
    id: "auth-long-key-400-v2",
    rule: "auth.key.wrong.every-operation.v2",
    sentence: "In v2 a key of more than 255 characters is answered with 400.",
    bend: refusing(400, (attempt) => isLong(attempt) && !isV1(attempt)),
  },
  {
    id: "auth-wrong-key-403-v2",
    rule: "auth.key.wrong.v2",
    sentence: "In v2 a wrong key is answered with 403.",
    bend: refusing(403, (attempt) => Boolean(attempt.given) && !isV1(attempt)),
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
    id: "auth-kept-lists-v1",
    rule: "auth.key.wrong.v1",
    sentence: "A page of a v1 list that was given to the right key is given to any key from then on.",
    bend: keeping((attempt) => isV1(attempt) && Object.keys(attempt.query).length > 0),
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
    bend: refusingFirst((text) => text !== "" && !isJson(text)),
  },
  {
    id: "auth-after-body-type-v2",
    rule: "auth.key.wrong.every-operation.v2",
    sentence: "In v2 a body that is a list is refused before the key is looked at.",
    bend: refusingFirst((text) => text.startsWith("[")),
  },
  {
    id: "auth-missing-key-403",
    rule: "auth.key.missing.status",
    sentence: "A missing or empty key is answered with 403.",
    bend: refusing(403, ({ given }) => !given),
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
  {
    id: "auth-refused-yet-shown",
    rule: "auth.key.wrong.v1",
    sentence:
      "A wrong key for labels is answered with 401 and, all the same, the labels that were read last.",
    bend: (does) => {
      let labels: Answer["json"];
      let refused: AuthAttempt | null = null;
      return {
        handle: (call) => {
          const answer = does.handle(call);
          if (call.operation.id === "v1ListLabels") labels = answer.json;
          return answer;
        },
        refuseKey: (attempt) => {
          refused = attempt;
          return does.refuseKey(attempt);
        },
        refusal: (problem, usual) => {
          const answer = does.refusal(problem, usual);
          const isShown = problem.status === 401 && refused?.given && refused.operation.id === "v1ListLabels";
          return isShown && labels !== undefined ? { ...answer, json: labels } : answer;
        },
      };
    },
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
  ...skipped("auth.key.wrong.every-operation.v2", {
    v2ListToteQuantities: "The counts of totes are given to a call with a wrong key.",
    v2ListShipments: "The v2 shipments are listed for a call with a wrong key.",
    v2GetWebhook: "A v2 webhook is looked up for a call with a wrong key.",
    v2DeletePickup: "A pickup is looked up for removal for a call with a wrong key.",
    v2CreateEnvelope: "An envelope label is made for a call with a wrong key.",
    v2RemoveShipmentTag: "A tag is removed from a shipment for a call with a wrong key.",
  }),
];
