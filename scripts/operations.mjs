/** Operations of an OpenAPI document and their paths. */

/** Every operation of the document: path, method, entry. */
export const operationsOf = (document) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, entry]) => ({ path, method: method.toUpperCase(), entry })),
  );

export const namesIn = (path) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

export const filled = (path, values) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]));

/** The operation that a request calls: of the matching paths, the one with the fewest placeholders. */
export function pathMatcher(operations) {
  const forms = operations
    .map((operation) => ({
      operation,
      form: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
    }))
    .toSorted((one, other) => namesIn(one.operation.path).length - namesIn(other.operation.path).length);
  return (method, pathname) => {
    for (const { operation, form } of forms) {
      const match = operation.method === method ? form.exec(pathname) : null;
      if (match) return { operation, values: decoded(match.groups ?? {}) };
    }
    return null;
  };
}

const decoded = (groups) =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));

/** The target of a reference in a document; any other value as it is. */
export const resolved = (document, value) =>
  value.$ref === undefined
    ? value
    : value.$ref
        .slice("#/".length)
        .split("/")
        .reduce((place, step) => place[step], document);
