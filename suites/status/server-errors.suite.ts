import { describe } from "vitest";
import { findOperation, operations, type QueryParameter } from "../../helpers/contract/operations.js";
import { operationInScope } from "../../helpers/contract/scope.js";
import { brokenJson } from "../../helpers/generators/bodies.js";
import { oddParameters } from "../../helpers/generators/odd-values.js";
import { finding } from "../../helpers/oracles/finding.js";
import type { Finding } from "../../helpers/contract/exchange.js";
import type { Ask, Check } from "../../helpers/runner/check.js";
import { askOnce } from "../../helpers/runner/probe.js";
import { rule } from "../../helpers/runner/rule.js";
import fc from "fast-check";

/** Ids that nothing is called; none that a client or a proxy would take for a part of the path. */
const ODD_IDS = ["0", "-1", "se-", "se-x", "null", "%", "'", "💥", "\u0000", "9".repeat(30), "x".repeat(300)];

/** A request that is malformed in one place. */
function malformed(t: Check): fc.Arbitrary<Ask> {
  const inScope = operations.filter(({ id }) => operationInScope(id, t.settings));
  const lists = inScope.filter(({ method, query }) => method === "GET" && query.length > 0);
  const records = inScope.filter(({ method, path }) => method === "GET" && path.endsWith("_id}"));
  const creations = inScope.filter(({ id }) => id.endsWith("CreateWebhook"));
  const query = (parameters: readonly QueryParameter[]) =>
    oddParameters(parameters).map(({ name, value }) => ({ [name]: value }));
  const parts = [
    ...lists.map(({ id, query: parameters, pathParams }) => ({
      weight: 3,
      arbitrary: fc
        .record({ query: query(parameters), id: fc.constant("se-1") })
        .map((drawn): Ask => ({
          operation: id,
          query: drawn.query,
          path: Object.fromEntries(pathParams.map((name) => [name, drawn.id])),
        })),
    })),
    ...records.map(({ id, pathParams }) => ({
      weight: 1,
      arbitrary: fc
        .constantFrom(...ODD_IDS)
        .map((odd): Ask => ({ operation: id, path: Object.fromEntries(pathParams.map((name) => [name, odd])) })),
    })),
    ...creations.map(({ id }) => ({
      weight: 4,
      arbitrary: brokenJson.map((text): Ask => ({ operation: id, raw: { text, contentType: "application/json" } })),
    })),
  ];
  return fc.oneof(...parts);
}
