/**
 * The exported OpenAPI document with what the service knows as examples: each operation gets ids for its path and a
 * body with which it answers with success, where there are any. Ids are those that reads show; bodies are those that
 * succeeded in a recorded run of Plimsoll, or what the service is known to ask for.
 */
import { filled, namesIn, operationsOf, pathMatcher, resolved } from "../operations.mjs";

/** Of each list, so many items are read by themselves for what hangs below them. */
const LOOKED_BELOW = 5;

/** Asked for by the reference service where the contract leaves a body open; `{name}` stands for a known id. */
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

/** What a client names by itself. */
const NAMES = { tag_name: ["fragile", "urgent"] };

/** Asks a service in this process. */
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

/** Every text in a value, with the name that it stands under. */
function* texts(value, name = "") {
  if (typeof value === "string") yield [name, value];
  else if (typeof value === "object" && value !== null) {
    for (const [member, inner] of Object.entries(value)) yield* texts(inner, member);
  }
}

/** Ids by the names of path parameters, from all that reads show: members of those names, and links to operations. */
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
  // First what stands by itself, then what hangs below, then what hangs below that.
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

/** Values for some names together: the first of each, the second of each, as far as the longest list goes. */
function abreast(names, ids) {
  const lists = names.map((name) => [...ids.get(name)]);
  if (lists.some((list) => list.length === 0)) return [];
  return Array.from({ length: Math.max(1, ...lists.map((list) => list.length)) }, (_, at) =>
    Object.fromEntries(names.map((name, which) => [name, lists[which][at % lists[which].length]])),
  );
}

/** The first body of each operation that was taken with success, as text. */
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

/** The first values with which the operation succeeds: path values, body and answer; null where there are none. */
async function firstFine(service, { path, method }, template, ids) {
  const names = [...new Set([...namesIn(path), ...namesIn(template ?? "")])];
  const sets = abreast(names, ids);
  // What a write uses up is better not what is read.
  for (const values of method === "GET" ? sets : sets.toReversed()) {
    const body = template?.replaceAll(/\{(\w+)\}/g, (_, name) => values[name]);
    const answer = await ask(service, method, filled(path, values), body);
    if (answer.isFine) return { values, body, answer };
  }
  return null;
}

/**
 * The operations of a copy of the document, each with what succeeds put in as examples, and the copy itself; `seen` is
 * what the service answered then, null where nothing succeeded. Writes are made in the order of the document, since
 * tools that live on examples try them in that order; the service is left as they left it.
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
 * The document for tools that try each operation once: those alone that are known to succeed, each with one answer, that
 * of the conforming service, as `answer` tells it.
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
