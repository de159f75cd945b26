/**
 * The exported OpenAPI document with examples from the service: each operation gets ids for its path and a body that
 * succeeds, if there are any. The ids come from reads; the bodies succeeded in a recorded run of Plimsoll, or the
 * service is known to require them.
 */
import { filled, namesIn, operationsOf, pathMatcher, resolved } from "../operations.mjs";

/** How many items of each list are read by id, to find the ids below them. */
const LOOKED_BELOW = 5;

/**
 * Members that the reference service requires where the contract leaves a body open; `{name}` stands for a known id.
 */
const BODIES = {
  v1CreateLabel: { shipment_id: "{shipment_id}" },
  v2CreateLabel: { shipment_id: "{shipment_id}" },
  v2AssignBatchUser: { user_id: "user-1" },
  v2AddCarrierFunds: { amount: 5 },
  v2CreateBulkRates: { shipment_ids: ["{shipment_id}"] },
  v2UpdateInventory: { sku: "sku-1", quantity: 1 },
  v2UpdateProduct: { product_id: "{product_id}" },
  v2DeactivateProduct: { product_id: "{product_id}" },
};

/** Ids that a client may choose. */
const NAMES = { tag_name: ["fragile", "urgent"] };

/** Sends requests to a service in this process. */
async function ask(service, method, path, body) {
  const headers = { "API-Key": service.apiKey, ...(body && { "content-type": "application/json" }) };
  const answer = await service.fetch(new Request(`http://127.0.0.1${path}`, { method, headers, body }));
  return {
    status: answer.status,
    type: answer.headers.get("content-type"),
    text: answer.ok ? await answer.text() : "",
    isFine: answer.ok,
  };
}

/** Every text in a value, with its member name. */
function* texts(value, name = "") {
  if (typeof value === "string") yield [name, value];
  else if (typeof value === "object" && value !== null) {
    for (const [member, inner] of Object.entries(value)) yield* texts(inner, member);
  }
}

/**
 * Ids by the names of path parameters, from everything that reads show: members of those names, and links to
 * operations.
 */
async function idsShown(operations, service) {
  const find = pathMatcher(operations);
  const ids = new Map(
    operations.flatMap(({ path }) => namesIn(path).map((name) => [name, new Set(NAMES[name])])),
  );
  const note = (answer) => {
    for (const [name, value] of texts(answer)) {
      if (value !== "") ids.get(name)?.add(value);
      const linked = URL.canParse(value) ? find("GET", new URL(value).pathname) : null;
      for (const [parameter, id] of Object.entries(linked?.values ?? {})) ids.get(parameter).add(id);
    }
  };
  const reads = operations.filter(({ method }) => method === "GET");
  // First resources at the top, then those below them, then those one level deeper.
  for (const most of [1, LOOKED_BELOW, LOOKED_BELOW]) {
    for (const { path } of reads) {
      for (const values of abreast(namesIn(path), ids).slice(0, most)) {
        const { text } = await ask(service, "GET", filled(path, values));
        if (/^[[{]/.test(text)) note(JSON.parse(text));
      }
    }
  }
  return ids;
}

/** Values for several names together: the first of each, the second of each, up to the longest list. */
function abreast(names, ids) {
  const lists = names.map((name) => [...ids.get(name)]);
  if (lists.some((list) => list.length === 0)) return [];
  return Array.from({ length: Math.max(1, ...lists.map((list) => list.length)) }, (_, at) =>
    Object.fromEntries(names.map((name, which) => [name, lists[which][at % lists[which].length]])),
  );
}

/** The first successful body of each operation, as text. */
function bodiesOf(operations, recorded) {
  const find = pathMatcher(operations);
  const bodies = new Map(Object.entries(BODIES).map(([id, body]) => [id, JSON.stringify(body)]));
  for (const { method, url, body, status } of recorded) {
    if (!body || status >= 300) continue;
    const id = find(method, new URL(url).pathname)?.operation.entry.operationId;
    if (id !== undefined && !bodies.has(id)) bodies.set(id, body);
  }
  return bodies;
}

/** The first values with which the operation succeeds: path values, body and answer; null if there are none. */
async function firstFine(service, { path, method }, template, ids) {
  const names = [...new Set([...namesIn(path), ...namesIn(template ?? "")])];
  const sets = abreast(names, ids);
  // A write should not use up what a read needs.
  for (const values of method === "GET" ? sets : sets.toReversed()) {
    const body = template?.replaceAll(/\{(\w+)\}/g, (_, name) => values[name]);
    const answer = await ask(service, method, filled(path, values), body);
    if (answer.isFine) return { values, body, answer };
  }
  return null;
}

/**
 * The operations of a copy of the document, each with successful values as examples, and the copy itself. `seen` is the
 * service's answer to them, or null if nothing succeeded. Writes follow the order of the document, because tools that
 * use examples try them in that order; the service keeps their effects.
 */
export async function withKnownIds(document, recorded, service) {
  const known = structuredClone(document);
  const operations = operationsOf(known);
  const ids = await idsShown(operations, service);
  const bodies = bodiesOf(operations, recorded);
  const exampled = [];
  for (const operation of operations) {
    const { entry } = operation;
    const request = entry.requestBody && resolved(known, entry.requestBody);
    const content = request?.content["application/json"];
    const template = content && (bodies.get(entry.operationId) ?? JSON.stringify(content.example));
    const fine = await firstFine(service, operation, template, ids);
    entry.parameters = (entry.parameters ?? []).map((each) => {
      const parameter = resolved(known, each);
      const example = parameter.in === "path" ? fine?.values[parameter.name] : undefined;
      return example === undefined ? parameter : { ...parameter, example };
    });
    if (fine?.body) {
      const json = { ...content, example: JSON.parse(fine.body) };
      entry.requestBody = { ...request, content: { ...request.content, "application/json": json } };
    }
    exampled.push({ ...operation, seen: fine?.answer ?? null });
  }
  return { document: known, operations: exampled, ids };
}

/**
 * The document for tools that try each operation once: only operations known to succeed, each with one answer, which
 * `answer` takes from the conforming service.
 */
export function narrowed(
  { document, operations },
  answer = ({ entry, seen }) => entry.responses[seen.status],
) {
  const paths = {};
  for (const operation of operations.filter(({ seen }) => seen !== null)) {
    const { path, method, entry, seen } = operation;
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = { ...entry, responses: { [seen.status]: answer(operation) } };
  }
  return { ...document, paths };
}
