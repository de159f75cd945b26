import { Random } from "../../reference/service/random.js";

/** Replacements for a value. */
const OTHERS: readonly unknown[] = [null, 7, -1, 0.5, "x", "", true, [], {}, [[]], { a: 1 }];

/** A whole number below a limit; 0 if the limit is 0. */
type Draw = (below: number) => number;

/**
 * A file's text after some damage: truncated, bytes changed, a value of another type, a missing member, lines doubled,
 * missing or reordered. The same for the same seed.
 */
export function damaged(text: string, seed: number): string {
  const numbers = new Random(seed);
  const random: Draw = (below) => (below === 0 ? 0 : numbers.int(0, below - 1));
  const ways = [cut, flipped, retyped, retyped, retyped, shortened, lineTwice, lineGone, linesSwapped];
  return (ways[random(ways.length)] ?? cut)(text, random);
}

function cut(text: string, random: Draw): string {
  return text.slice(0, random(text.length));
}

function flipped(text: string, random: Draw): string {
  const bytes = Buffer.from(text);
  for (let left = 1 + random(6); left > 0; left--) bytes[random(bytes.length)] = random(256);
  return bytes.toString("latin1");
}

function retyped(text: string, random: Draw): string {
  return withJson(text, random, (value) =>
    changedSomewhere(value, random, () => OTHERS[random(OTHERS.length)]),
  );
}

function shortened(text: string, random: Draw): string {
  return withJson(text, random, (value) => changedSomewhere(value, random, () => undefined));
}

function lineTwice(text: string, random: Draw): string {
  const lines = text.split("\n");
  const at = random(lines.length);
  return lines.toSpliced(random(lines.length), 0, lines[at] ?? "").join("\n");
}

function lineGone(text: string, random: Draw): string {
  const lines = text.split("\n");
  return lines.toSpliced(random(lines.length), 1).join("\n");
}

function linesSwapped(text: string, random: Draw): string {
  const lines = text.split("\n");
  const [one, other] = [random(lines.length), random(lines.length)];
  return lines
    .with(one, lines[other] ?? "")
    .with(other, lines[one] ?? "")
    .join("\n");
}

/** The file, or one of its lines, read as JSON and written again. */
function withJson(text: string, random: Draw, change: (value: unknown) => unknown): string {
  const changed = (part: string) => {
    try {
      return JSON.stringify(change(JSON.parse(part)));
    } catch {
      return null;
    }
  };
  const lines = text.split("\n");
  const at = random(lines.length);
  return changed(text) ?? lines.with(at, changed(lines[at] ?? "") ?? "").join("\n");
}

/** Walks to a random place, more likely near the top than deep down. */
function changedSomewhere(value: unknown, random: Draw, other: () => unknown): unknown {
  if (typeof value !== "object" || value === null || random(6) === 0) return other();
  const names = Object.keys(value);
  const name = names[random(names.length)];
  if (name === undefined) return other();
  if (Array.isArray(value))
    return value.with(Number(name), changedSomewhere(value[Number(name)], random, other));
  const inside: unknown = Reflect.get(value, name);
  return { ...value, [name]: changedSomewhere(inside, random, other) };
}
