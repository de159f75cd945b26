import { isObject } from "../json.js";
import { mapValues, type Node, nodeOr } from "./source.js";

/** The same document in OpenAPI 3.0: null as a flag, webhooks as an extension, no summary in `info`. */
export function toOpenApi30(document: Node): Node {
  const { webhooks, ...rest } = document;
  const { summary: _, ...info } = nodeOr(document.info);
  const { identifier, ...license } = nodeOr(info.license);
  return {
    ...mapValues(rest, withNullable),
    openapi: "3.0.3",
    info: { ...info, license: { ...license, url: `https://spdx.org/licenses/${identifier}.html` } },
    ...(webhooks === undefined ? {} : { "x-webhooks": withNullable(webhooks) }),
  };
}

function withNullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNullable);
  if (!isObject(value)) return value;
  const { example, ...rest } = value;
  const plain = {
    ...mapValues(rest, withNullable),
    // An example is data, whatever its members are called.
    ...("example" in value ? { example } : {}),
  };
  if (!Array.isArray(value.type)) return plain;
  const types = value.type.filter((type) => type !== "null");
  return { ...plain, type: types[0], ...(types.length < value.type.length ? { nullable: true } : {}) };
}
