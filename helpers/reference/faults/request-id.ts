import { randomUUID } from "node:crypto";
import type { OperationId } from "../../contract/generated/types.js";
import { memo } from "../../contract/memo.js";
import { after } from "../bends.js";
import type { Bend } from "../service/behaviours.js";
import type { Fault } from "./fault.js";

/** Leaves out the header of matching answers. */
const losing =
  (fits: (status: number) => boolean): Bend =>
  (does) => ({
    requestIds: (status) => ({ ...does.requestIds(status), ...(fits(status) && { header: null }) }),
  });

/** Repeats the same header in matching answers; the id in error bodies stays fresh. */
const repeating =
  (fits: (status: number) => boolean): Bend =>
  (does) => {
    const first = randomUUID();
    return {
      requestIds: (status) => ({ ...does.requestIds(status), ...(fits(status) && { header: first }) }),
    };
  };

/** Answers of some operations are kept by their paths, with the header that they had first. */
const keptWithHeader =
  (...operations: readonly OperationId[]): Bend =>
  (does) => {
    const kept = new Map<string, string | undefined>();
    const keyed = after(operations, ({ incoming: { path } }, answer) => ({
      ...answer,
      headers: { ...answer.headers, "X-Cache-Key": path },
    }));
    return {
      ...keyed(does),
      write: (usual, about) => {
        const written = does.write(usual, about);
        const key = written.headers["X-Cache-Key"];
        const id = key && memo(kept, key, () => written.headers["X-Service-RequestID"]);
        return id ? { ...written, headers: { ...written.headers, "X-Service-RequestID": id } } : written;
      },
    };
  };

/** Returns true on every seventh call. */
function everySeventh(): () => boolean {
  let turn = 0;
  return () => {
    turn += 1;
    return turn % 7 === 0;
  };
}

export const faults: readonly Fault[] = [
  {
    id: "request-id-missing",
    rule: "request-id.present",
    sentence: "No answer carries the request-id header.",
    bend: losing(() => true),
  },
  {
    id: "request-id-missing-on-401",
    rule: "request-id.present",
    sentence: "Answers with status 401 lack the request-id header.",
    bend: losing((status) => status === 401),
  },
  {
    id: "request-id-missing-on-404",
    rule: "request-id.present",
    sentence: "Answers with status 404 lack the request-id header.",
    bend: losing((status) => status === 404),
  },
  {
    id: "request-id-missing-on-204",
    rule: "request-id.present",
    sentence: "Answers with status 204 lack the request-id header.",
    bend: losing((status) => status === 204),
  },
  {
    id: "request-id-missing-every-seventh",
    rule: "request-id.present",
    sentence: "Every seventh answer lacks the request-id header.",
    bend: (does) => losing(everySeventh())(does),
  },
  {
    id: "request-id-repeats",
    rule: "request-id.unique",
    sentence: "Every answer carries the same request id.",
    bend: repeating(() => true),
  },
  {
    id: "request-id-kept-with-carrier-answers",
    rule: "request-id.unique",
    sentence:
      "The services and options of a carrier are kept with the header of the answer, and answered so again.",
    bend: keptWithHeader("v1ListCarrierServices", "v1ListCarrierOptions"),
  },
  {
    id: "request-id-shared-by-errors",
    rule: "request-id.unique",
    sentence: "All error answers carry the same request id.",
    bend: repeating((status) => status >= 400),
  },
  {
    id: "request-id-seventh-repeats-previous",
    rule: "request-id.unique",
    sentence: "Every seventh answer carries the request id of the answer before.",
    bend: (does) => {
      const isSeventh = everySeventh();
      let last = does.requestIds(200);
      return {
        requestIds: (status) => {
          if (!isSeventh()) last = does.requestIds(status);
          return last;
        },
      };
    },
  },
];
