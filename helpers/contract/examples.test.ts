import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SchemaId } from "./generated/types.js";
import { contract } from "./load.js";
import { ruleById } from "./rules.js";
import { validate } from "./validator.js";

const folder = new URL("../../schemas/examples/", import.meta.url).pathname;

/** An invalid example: the first valid one, changed. Pointers are plain: "/labels/0/status". */
interface Damage {
  readonly rule: string;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isDamages(value: unknown): value is readonly Damage[] {
  return (
    Array.isArray(value) &&
    value.every((entry: unknown) => isContainer(entry) && typeof entry.rule === "string")
  );
}

function read(name: string): readonly unknown[] {
  const value: unknown = JSON.parse(readFileSync(join(folder, name), "utf8"));
  if (!Array.isArray(value)) throw new Error(`${name} is not an array`);
  return value;
}

/** The object or array that holds the member a pointer ends in, with that member's name. */
function holderOf(root: unknown, pointer: string): [Record<string, unknown>, string] {
  const steps = pointer.split("/").slice(1);
  const last = steps.pop() ?? "";
  const holder = steps.reduce<unknown>((node, step) => (isContainer(node) ? node[step] : undefined), root);
  if (!isContainer(holder)) throw new Error(`nothing at ${pointer}`);
  return [holder, last];
}

function damaged(first: unknown, damage: Damage): unknown {
  if (damage.set !== undefined && "" in damage.set) return damage.set[""];
  const value = structuredClone(first);
  for (const pointer of damage.remove ?? []) {
    const [holder, member] = holderOf(value, pointer);
    if (Array.isArray(holder)) holder.splice(Number(member), 1);
    else delete holder[member];
  }
  for (const [pointer, replacement] of Object.entries(damage.set ?? {})) {
    const [holder, member] = holderOf(value, pointer);
    holder[member] = replacement;
  }
  return value;
}

/** Pointers to every member below a value. */
function membersBelow(value: unknown, at = ""): readonly string[] {
  if (!isContainer(value)) return [];
  return Object.entries(value).flatMap(([name, child]) => [
    `${at}/${name}`,
    ...membersBelow(child, `${at}/${name}`),
  ]);
}

function isSchemaId(id: string): id is SchemaId {
  return id in contract.schemas;
}

const ids = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".valid.json"))
  .map((name) => name.slice(0, -".valid.json".length))
  .filter(isSchemaId)
  .sort();

const brokenRules = (id: SchemaId, value: unknown) => [
  ...new Set(validate(id, value).breaches.map(({ rule }) => rule)),
];

describe.each(ids)("examples of %s", (id) => {
  const valid = read(`${id}.valid.json`);

  it.each(valid.map((value, index) => [index, value] as const))("accepts valid example %i", (_, value) => {
    expect(validate(id, value).breaches).toEqual([]);
  });

  const invalid = existsSync(join(folder, `${id}.invalid.json`)) ? read(`${id}.invalid.json`) : [];
  if (!isDamages(invalid)) throw new Error(`${id}.invalid.json names no rules`);

  it.each(
    invalid.map((damage) => [damage.rule, JSON.stringify(damage.set ?? damage.remove), damage] as const),
  )("blames %s for %s", (rule, _, damage) => {
    expect(brokenRules(id, damaged(valid[0], damage))).toEqual([rule]);
  });

  it("blames at most one must rule for any single member lost or of another type", () => {
    const replacements = [null, 7.5, true, "§", []];
    for (const pointer of membersBelow(valid[0])) {
      const changes = [
        { remove: [pointer] },
        ...replacements.map((value) => ({ set: { [pointer]: value } })),
      ];
      for (const change of changes) {
        const { breaches } = validate(id, damaged(valid[0], { rule: "", ...change }));
        const must = breaches.filter(({ rule }) => ruleById(rule).level === "must");
        const rules = new Set(must.map(({ rule }) => rule));
        expect(rules.size, `${JSON.stringify(change)} blames ${[...rules].join(", ")}`).toBeLessThan(2);
      }
    }
  });

  // Mocks are made of it: what the document shows must keep what the contract says of lists.
  it("shows first, of a list, as many items as it counts, each once", () => {
    const [list] = valid;
    if (!isContainer(list) || !("total" in list)) return;
    const items = Object.values(list).find(Array.isArray) ?? [];
    expect(list.total).toBe(items.length);
    const name = `${id.split("/")[1]?.slice(0, -1)}_id`;
    const named = items.flatMap((item) => (isContainer(item) && name in item ? [item[name]] : []));
    expect(new Set(named).size).toBe(named.length);
  });
});
