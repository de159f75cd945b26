import type { OperationId } from "../contract/generated/types.js";
import { isObject } from "../contract/json.js";
import { LINK_NAMES, type LinkName } from "../contract/lists.js";
import type { Answer } from "./service/answer.js";
import type { Bend, Call, Handler } from "./service/behaviours.js";
import { bent } from "./service/behaviours.js";
import { Problem, unknownId } from "./service/problem.js";
import type { JsonObject } from "./service/records.js";

// Helpers by which faults and habits change behaviours, for changes that are needed again and again.

type Operations = OperationId | readonly OperationId[];

/** Handles some operations differently, given how they were handled before. */
export const on =
  (ids: Operations, handle: (call: Call, next: Handler) => Answer): Bend =>
  (does) => ({
    handle: (call) =>
      [ids].flat().includes(call.operation.id) ? handle(call, does.handle) : does.handle(call),
  });

/** Acts before some operations are handled, for instance throws a problem. */
export const before = (ids: Operations, act: (call: Call) => void): Bend =>
  on(ids, (call, next) => {
    act(call);
    return next(call);
  });

/** Hides some records from calls that name them by their id: with 404 if not said otherwise. */
export const hiding = (
  ids: Operations,
  isHidden: (id: string, call: Call) => boolean,
  problem: (parameter: string, id: string) => Problem = unknownId,
): Bend =>
  before(ids, (call) => {
    const [parameter = ""] = call.operation.pathParams;
    const id = call.param(parameter);
    if (isHidden(id, call)) throw problem(parameter, id);
  });

/** Acts after some operations succeeded; a returned answer replaces theirs. */
export const after = (ids: Operations, act: (call: Call, answer: Answer) => Answer | undefined): Bend =>
  on(ids, (call, next) => {
    const answer = next(call);
    // Another bend may answer with an error without throwing it.
    return answer.status < 400 ? (act(call, answer) ?? answer) : answer;
  });

/** Does something more once some operations succeeded; their answer stays. */
export const afterwards = (ids: Operations, act: (call: Call, answer: Answer) => void): Bend =>
  after(ids, (call, answer) => {
    act(call, answer);
    return undefined;
  });

/** Registers a webhook that is like the oldest one, at an address: what a request that is refused must not do. */
export function registerAt({ world: { webhooks }, ids }: Call, url: unknown): void {
  const [model] = webhooks.ordered();
  if (model && typeof url === "string") webhooks.add({ ...model, id: ids.next("webhook"), url });
}

/** Changes the JSON that some operations show on success. */
export const showing = (ids: Operations, change: (json: JsonObject, call: Call) => unknown): Bend =>
  after(ids, (call, answer) =>
    isObject(answer.json) ? { ...answer, json: change(answer.json, call) } : undefined,
  );

/** Changes the answer of some operations that refuse with the given status. */
export const onRefusal = (
  ids: Operations,
  status: number,
  answer: (call: Call, problem: Problem) => Answer,
): Bend =>
  on(ids, (call, next) => {
    try {
      return next(call);
    } catch (error) {
      if (error instanceof Problem && error.status === status) return answer(call, error);
      throw error;
    }
  });

/** Shows a member of a record as the first answer to the same request did. */
export const shownAsFirst =
  (ids: Operations, member: string, milliseconds = Number.POSITIVE_INFINITY): Bend =>
  (does) => {
    const first = new Map<string, { readonly value: unknown; readonly at: number }>();
    return showing(ids, (json, { incoming: { path } }) => {
      const known = first.get(path);
      const isOld = known === undefined || performance.now() - known.at > milliseconds;
      const shown = isOld ? { value: json[member], at: performance.now() } : known;
      first.set(path, shown);
      return { ...json, [member]: shown.value };
    })(does);
  };

/** Answers reads of a record by its id as before until it is changed; some changes leave the former answers. */
export const keptOver =
  (reads: readonly OperationId[], changes: readonly OperationId[]): Bend =>
  (does) => {
    const kept = new Map<string, Map<OperationId, Answer>>();
    return {
      handle: (call) => {
        const { id: operation, method, pathParams } = call.operation;
        const id = call.param(pathParams[0] ?? "");
        const known = kept.get(id) ?? new Map<OperationId, Answer>();
        const former = reads.includes(operation) ? known.get(operation) : undefined;
        if (former !== undefined) return former;
        const answer = does.handle(call);
        if (reads.includes(operation)) kept.set(id, known.set(operation, answer));
        else if (method !== "GET" && !changes.includes(operation)) kept.delete(id);
        return answer;
      },
    };
  };

/** Reads a text member of the body of some operations as if it were in small letters. */
export const inSmallLetters = (ids: Operations, member: string): Bend =>
  on(ids, (call, next) => {
    const { [member]: sent, ...others } = call.optional();
    if (typeof sent !== "string") return next(call);
    const text = JSON.stringify({ ...others, [member]: sent.toLowerCase() });
    return next(call.with({ body: { ...call.incoming.body, text } }));
  });

/** Combines several bends. */
export const all =
  (...bends: readonly Bend[]): Bend =>
  (does) =>
    bent(does, bends);

/** Gives each service its own state for a bend that has to remember. */
export const remembering =
  (bend: (kept: Set<string>) => Bend): Bend =>
  (does) =>
    bend(new Set())(does);

/** Has another client act once every so many milliseconds, seen by the next request of some operations. */
export const meanwhile =
  (ids: Operations, every: number, act: (call: Call, turn: number) => void): Bend =>
  (does) => {
    let due: number | null = null;
    let turn = 0;
    return before(ids, (call) => {
      due ??= call.now() + every;
      for (; due <= call.now(); due += every) {
        turn += 1;
        act(call, turn);
      }
    })(does);
  };

/** What differs for labels that were there before any batch was processed; none is known until then. */
export const sinceProcessing = (bend: (former: ReadonlySet<string>) => Bend): Bend =>
  remembering((former) =>
    all(
      before("v2ProcessBatchLabels", ({ world }) => {
        for (const { id } of former.size > 0 ? [] : world.labels.ordered()) former.add(id);
      }),
      bend(former),
    ),
  );

/** Remembers the records on which some operations succeeded, by the path parameter that names them. */
export const onceDone = (ids: Operations, param: string, bend: (done: ReadonlySet<string>) => Bend): Bend =>
  remembering((done) =>
    all(
      afterwards(ids, (call) => done.add(call.param(param))),
      bend(done),
    ),
  );

/** Remembers which tags were removed from shipments, each as the shipment's id, a blank and the tag. */
export const onceUntagged = (bend: (lost: ReadonlySet<string>) => Bend): Bend =>
  remembering((lost) =>
    all(
      afterwards("v2RemoveShipmentTag", (call) =>
        lost.add(`${call.param("shipment_id")} ${call.param("tag_name")}`),
      ),
      bend(lost),
    ),
  );

/** Changes how refusals with the given status are answered. */
export const refusing =
  (status: number, change: (answer: Answer, problem: Problem) => Answer): Bend =>
  (does) => ({
    refusal: (problem, usual) => {
      const answer = does.refusal(problem, usual);
      return answer.status === status ? change(answer, problem) : answer;
    },
  });

/** Changes the value at a path in JSON; `*` stands for every item. Missing values stay missing. */
export function changeAt(
  value: unknown,
  [step, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): unknown {
  if (step === undefined) return change(value);
  if (step === "*") return Array.isArray(value) ? value.map((item) => changeAt(item, rest, change)) : value;
  if (!isObject(value) || !(step in value)) return value;
  return { ...value, [step]: changeAt(value[step], rest, change) };
}

/** An object without a member. */
export function without(json: JsonObject, name: string): JsonObject {
  const { [name]: _, ...others } = json;
  return others;
}

/** Changes the addresses of some links. */
export const relinked =
  (word: string, change: (href: string, name: LinkName, page: number) => string): Bend =>
  (does) => ({
    links: (listing, request, pages) => {
      const links = does.links(listing, request, pages);
      if (listing.word !== word) return links;
      const changed = LINK_NAMES.map((name) => {
        const { href } = links[name];
        return [name, href === undefined ? {} : { href: change(href, name, request.page) }];
      });
      return { ...links, ...Object.fromEntries(changed) };
    },
  });

/** `changeAt` for a value that is an object. */
export const changeMember = (
  json: JsonObject,
  [first = "", ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): JsonObject => (first in json ? { ...json, [first]: changeAt(json[first], rest, change) } : json);

/** Changes every object in a JSON value, inner ones first. */
export function changeEach(value: unknown, change: (json: JsonObject) => JsonObject): unknown {
  if (Array.isArray(value)) return value.map((item) => changeEach(item, change));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, changeEach(member, change)]);
  return change(Object.fromEntries(members));
}

/** Keeps pages for some time. @param keyOf says which queries are taken for the same */
export const kept =
  (word: string, ms: number, keyOf: (query: Readonly<Record<string, string>>) => string): Bend =>
  (does) => {
    const pages = new Map<string, { readonly answer: Answer; readonly until: number }>();
    return {
      pageAnswer: (listing, page) => {
        if (listing.word !== word) return does.pageAnswer(listing, page);
        const now = listing.call.now();
        const key = keyOf(listing.call.query);
        const known = pages.get(key);
        if (known !== undefined && now < known.until) return known.answer;
        const answer = does.pageAnswer(listing, page);
        pages.set(key, { answer, until: now + ms });
        return answer;
      },
    };
  };

/** Keeps pages by their query for a while, whatever is written meanwhile. */
export const keptFor = (word: string, ms: number): Bend =>
  kept(word, ms, (query) => JSON.stringify(Object.entries(query)));
