import { posix } from "node:path";
import { isObject } from "../json.js";
import { mapValues, type Node, nodeOr, type Source } from "./source.js";

/** Keywords that name our own files, or that only our own validator understands. */
const OURS = new Set(["$id", "$schema", "$ref", "title", "x-no-evidence", "x-rule", "x-should"]);
/** Keywords that generators lose or stumble over; expressed in another way, or left out. */
const CONDITIONS = new Set(["if", "then", "else", "not", "anyOf", "allOf"]);
/** Keywords that do not restrict the allowed values. */
const ANNOTATIONS = new Set(["description", "x-open"]);

/** Our formats as patterns: no narrower than the format, and understood by every validator. */
export const PATTERNS: Readonly<Record<string, string>> = {
  "plimsoll-timestamp": "^\\d{4}-?(\\d\\d-?\\d\\d([Tt]\\S+)?|(\\d{3}|W\\d\\d-\\d)[Tt]\\S+)$",
  "plimsoll-offset-timestamp":
    "^\\d{4}-?(\\d\\d-?\\d\\d|\\d{3}|W\\d\\d-\\d)[Tt]\\S+([Zz]|[+-]\\d\\d(:?\\d\\d)?)$",
  "plimsoll-url": "^([^?\\s]*\\?|\\S+$)",
};

/** Where a subschema is: the file that its references start from, and whether that file is open. */
interface Place {
  readonly id: string;
  readonly open: boolean;
}

/** The contract's schemas in a form that all kinds of tools understand. */
export interface PlainSchemas {
  /** By component name; without schemas that only give another one a second name. */
  readonly components: Node;
  /** A reference to the component of a schema id. */
  readonly reference: (id: string) => Node;
}

/**
 * Rewrites the schemas: no `$id`, no reference with siblings, no conditions, no formats of our own. Statements that
 * only a condition makes are left out, so the plain schema allows everything that the contract allows, and a little
 * more.
 */
export function plainSchemas({ schemas, names }: Source): PlainSchemas {
  const schemaOf = (id: string): Node => {
    const found = schemas[id];
    if (found === undefined) throw new RangeError(`no schema ${id} in the contract`);
    return found;
  };
  const placeOf = (id: string): Place => ({ id, open: schemaOf(id)["x-open"] === true });
  const reference = (id: string): Node => ({ $ref: `#/components/schemas/${names[meant(id)]}` });

  /** The schema that an id stands for: the referenced one if the file adds nothing of its own. */
  function meant(id: string): string {
    const { $ref, properties, required } = schemaOf(id);
    const adds = properties !== undefined || required !== undefined;
    return typeof $ref === "string" && !adds ? meant(target(id, $ref)) : id;
  }

  /** A subschema in its place: a reference if it refers to an object, otherwise its shape. */
  function placed(node: unknown, place: Place): unknown {
    if (!isObject(node) || typeof node.$ref !== "string") return isObject(node) ? shape(node, place) : node;
    const id = meant(target(place.id, node.$ref));
    if (schemaOf(id).type === "string") return shape(node, place);
    const { description } = node;
    return description === undefined ? reference(id) : { description, allOf: [reference(id)] };
  }

  /** A schema in one object, with everything that it refers to and everything that holds unconditionally. */
  function shape(node: Node, place: Place): Node {
    const parts = Array.isArray(node.allOf) ? node.allOf.filter(isObject) : [];
    const bases = [node, ...parts].flatMap(({ $ref }) =>
      typeof $ref === "string" ? [target(place.id, $ref)] : [],
    );
    const whole = bases.reduce(
      (own, id) => merged(shape(schemaOf(id), placeOf(id)), own),
      ownKeywords(node, place),
    );
    return [node, ...parts].reduce((known, part) => withBranch(known, part, place), whole);
  }

  function ownKeywords(node: Node, place: Place): Node {
    const kept = Object.entries(node).filter(([key]) => !OURS.has(key) && !CONDITIONS.has(key));
    const plain = kept.map(([key, value]): readonly [string, unknown] => {
      if (key === "properties") return [key, mapValues(nodeOr(value), (member) => placed(member, place))];
      if (key === "items") return [key, placed(value, place)];
      if (key === "const") return ["enum", [value]];
      if (key === "format" && PATTERNS[String(value)]) return ["pattern", PATTERNS[String(value)]];
      return [key, value];
    });
    return withType(Object.fromEntries(plain));
  }

  /** Adds the part of a branch that holds whatever its condition. */
  function withBranch(known: Node, { if: condition, then }: Node, place: Place): Node {
    if (!isObject(condition) || !isObject(then)) return known;
    if (Object.keys(condition).join() === "type") {
      const { type: _, ...rest } = shape(then, place);
      return merged(rest, known);
    }
    const before = nodeOr(known.properties);
    const said = membersOf(then, place)
      .filter(([name]) => isUndescribed(before[name]))
      .map(([name, member]) => [name, place.open ? described(member) : nullable(member)]);
    return said.length === 0 ? known : { ...known, properties: { ...before, ...Object.fromEntries(said) } };
  }

  function membersOf(node: Node, place: Place): readonly (readonly [string, Node])[] {
    if (typeof node.$ref === "string") {
      const id = target(place.id, node.$ref);
      return membersOf(schemaOf(id), { ...place, id });
    }
    return Object.entries(nodeOr(node.properties)).map(([name, member]) => [
      name,
      shape(nodeOr(member), place),
    ]);
  }

  const own = Object.keys(schemas).filter((id) => meant(id) === id);
  return {
    components: Object.fromEntries(own.map((id) => [names[id], shape(schemaOf(id), placeOf(id))])),
    reference,
  };
}

/** The schema id that a relative reference in another schema's file leads to. */
function target(from: string, reference: string): string {
  return posix.join(posix.dirname(from), reference).replace(/\.schema\.json$/, "");
}

function merged(base: Node, own: Node): Node {
  const required = [base.required, own.required].flatMap((names) => (Array.isArray(names) ? names : []));
  const properties = { ...nodeOr(base.properties), ...nodeOr(own.properties) };
  return {
    ...base,
    ...own,
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
  };
}

/** Adds the type of an enumeration, which some generators need. */
function withType(node: Node): Node {
  const isText = Array.isArray(node.enum) && node.enum.every((value) => typeof value === "string");
  return isText && node.type === undefined ? { type: "string", ...node } : node;
}

const isUndescribed = (node: unknown): boolean =>
  Object.keys(nodeOr(node)).every((key) => ANNOTATIONS.has(key));

/** Describes a member and its parts, with nothing about its values. */
function described({ description, items, properties }: Node): Node {
  return {
    ...(description === undefined ? {} : { description }),
    ...(items === undefined ? {} : { items }),
    ...(isObject(properties)
      ? { properties: mapValues(properties, (member) => described(nodeOr(member))) }
      : {}),
    "x-open": true,
  };
}

/** The shape that a member has if the condition holds, but nullable and with all members optional. */
function nullable({ required: _, ...node }: Node): Node {
  const { type, properties } = node;
  return {
    ...node,
    ...(type === undefined ? {} : { type: [...new Set([type, "null"].flat())] }),
    ...(isObject(properties)
      ? { properties: mapValues(properties, (member) => nullable(nodeOr(member))) }
      : {}),
  };
}
