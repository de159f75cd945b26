import { isObject } from "../../contract/json.js";
import { memo } from "../../contract/memo.js";
import type { Operation } from "../../contract/model.js";
import { operations } from "../../contract/operations.js";
import type { Exchange } from "../../wire/exchange.js";
import type { Raw } from "../../wire/raw.js";
import { findIds, objectsIn } from "../../wire/search.js";
import type { Client } from "../client/client.js";
import type { CallRequest } from "../messages/request.js";
import type { Removal } from "./ledger.js";

/** Most pages of a list to search for a mark. */
const MOST_PAGES = 50;

/** What was read of a list. */
interface Reading {
  readonly records: readonly Raw[];
  /** False if there are more pages. */
  readonly isWhole: boolean;
}

/** The lists of a target at one time, each read once. */
export class Lists {
  readonly #read = new Map<string, Promise<Reading | null>>();

  constructor(readonly client: Client) {}

  recordsOf(list: Operation): Promise<Reading | null> {
    return memo(this.#read, list.id, () => recordsOf(this.client, list));
  }
}

/** How to remove the resources with the mark; null if no list can be read to its end, and none shows it. */
export async function findMarked(lists: Lists, create: Operation, mark: string): Promise<Removal[] | null> {
  let isAnyWhole = false;
  for (const list of listsBeside(create)) {
    const remove = removalBelow(list.path);
    const read = remove === undefined ? null : await lists.recordsOf(list);
    if (remove === undefined || read === null) continue;
    isAnyWhole ||= read.isWhole;
    const ids = read.records
      .filter((record) => Object.values(record).includes(mark))
      .map((record) => record[parameterOf(remove)] ?? record.id)
      .filter((id) => typeof id === "string" || typeof id === "number");
    if (ids.length > 0) return ids.map((id) => removalOf(remove, String(id)));
  }
  const remove = removalBelow(create.path);
  const named = await findBySecondName(lists.client, create, mark);
  if (remove !== undefined && named !== null) return [removalOf(remove, named)];
  return isAnyWhole ? [] : null;
}

function removalBelow(list: string): Operation | undefined {
  return operations.find(({ method, path }) => method === "DELETE" && isChild(path, list));
}

function removalOf(remove: Operation, id: string): Removal {
  return { operation: remove.id, path: { [parameterOf(remove)]: id } };
}

/** A resource that can be read by a name that its creator chose: a batch by its external id. */
async function findBySecondName(client: Client, create: Operation, mark: string): Promise<string | null> {
  const reading = operations.find(({ path }) => path.startsWith(`${create.path}/external_`));
  if (reading === undefined) return null;
  const { answer } = await ask(client, { operation: reading.id, path: { [parameterOf(reading)]: mark } });
  if (answer?.status !== 200 || answer.body.kind !== "json") return null;
  const remove = removalBelow(create.path);
  return remove === undefined ? null : (findIds(answer.body.value, parameterOf(remove))[0] ?? null);
}

/** The lists that show what an operation creates: its own generation's first, then the other's. */
export function listsBeside({ path, generation }: Operation): readonly Operation[] {
  const below = path.replace(/^\/v\d/, "");
  return operations
    .filter((each) => each.method === "GET" && each.path.replace(/^\/v\d/, "") === below)
    .sort((one, other) => Number(other.generation === generation) - Number(one.generation === generation));
}

function isChild(path: string, parent: string): boolean {
  return path.startsWith(`${parent}/{`) && path.indexOf("/", parent.length + 1) === -1;
}

/** The path parameter that takes the id of a record. */
export function parameterOf({ pathParams }: Operation): string {
  return pathParams.at(-1) ?? "id";
}

/** The objects on the pages of a list; null if it cannot be read. */
async function recordsOf(client: Client, list: Operation): Promise<Reading | null> {
  const records: (readonly Raw[])[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { answer } = await ask(client, { operation: list.id, ...(page === 1 ? {} : { query: { page } }) });
    if (answer?.status !== 200 || answer.body.kind !== "json")
      return page === 1 ? null : { records: records.flat(), isWhole: false };
    records.push(objectsIn(answer.body.value));
    const pages = isObject(answer.body.value) ? answer.body.value.pages : 1;
    if (typeof pages !== "number" || pages <= page) return { records: records.flat(), isWhole: true };
  }
  return { records: records.flat(), isWhole: false };
}

/** Sends a request of the clean-up. */
export function ask(client: Client, request: Omit<CallRequest, "check">): Promise<Exchange> {
  return client.call({ check: "clean-up", ...request });
}
