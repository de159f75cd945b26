import { code, prose } from "../markdown.js";
import { oneLine, plural } from "../text.js";
import type { Change } from "./changes.js";
import type { Comparison } from "./comparison.js";
import type { Difference } from "./differences.js";
import type { Aspect } from "./traits.js";

/** Longest lists before they are cut with a count; broken rules are never cut. */
const MOST = { changes: 20, differences: 30, sentences: 20, places: 2 } as const;

const ASPECTS = {
  status: "Status",
  member: "Member",
  form: "Form",
  header: "Header",
  order: "Order",
  limit: "Limit",
} as const satisfies Record<Aspect, string>;

/** One list of the comparison: its heading, and a line for each entry. */
interface Block {
  readonly title: string;
  readonly lines: readonly Line[];
}

/** An entry: what it is about, and what is said of it. */
interface Line {
  readonly name: string;
  readonly said: string;
}

/** A comparison for a terminal, the verdict last. */
export function comparisonText(comparison: Comparison): string {
  const blocks = blocksOf(comparison).map(({ title, lines }) =>
    [
      title,
      ...lines.map(({ name, said }) => `  ${name}${name === "" ? "" : "  "}${oneLine(said, 300)}`),
    ].join("\n"),
  );
  return `${[...blocks, comparisonLine(comparison)].join("\n\n")}\n`;
}

/** A comparison as a comment on a pull request, the verdict first. */
export function comparisonMarkdown(comparison: Comparison): string {
  const blocks = blocksOf(comparison).map(({ title, lines }) =>
    [
      `### ${prose(title)}`,
      "",
      ...lines.map(
        ({ name, said }) => `- ${name === "" ? "" : `${code(name)}: `}${prose(oneLine(said, 300))}`,
      ),
    ].join("\n"),
  );
  return `${[`**${comparisonLine(comparison)}**`, ...blocks].join("\n\n")}\n`;
}

/** "2 newly broken, 1 mended, 0 no longer judged; the two differ in 3 things that may be free" */
export function comparisonLine({
  broken,
  mended,
  noLongerJudged,
  differences,
  observed,
}: Comparison): string {
  const free = differences === null ? observed.before.length + observed.after.length : differences.length;
  const rest =
    free === 0
      ? "nothing else differs"
      : `${plural(free, "difference")} besides, of which the contract leaves most open`;
  return `${broken.length} newly broken, ${mended.length} mended, ${noLongerJudged.length} no longer judged; ${rest}`;
}

function blocksOf(comparison: Comparison): Block[] {
  const { broken, mended, noLongerJudged, nowKept, differences, observed, before, after } = comparison;
  return [
    { title: "Broken", lines: broken.map(changeLine) },
    { title: "Mended", lines: cut(mended.map(changeLine), MOST.changes) },
    { title: "No longer judged", lines: cut(noLongerJudged.map(changeLine), MOST.changes) },
    { title: "Judged for the first time, and kept", lines: cut(nowKept.map(changeLine), MOST.changes) },
    { title: "Done otherwise", lines: cut((differences ?? []).map(differenceLine), MOST.differences) },
    { title: `Seen in ${before} only`, lines: cut(observed.before.map(sentence), MOST.sentences) },
    { title: `Seen in ${after} only`, lines: cut(observed.after.map(sentence), MOST.sentences) },
  ].filter(({ lines }) => lines.length > 0);
}

const changeLine = ({ rule, reason }: Change): Line => ({ name: rule, said: reason });

const sentence = (text: string): Line => ({ name: "", said: text });

function differenceLine({ aspect, what, before, after, places }: Difference): Line {
  const shown = places.slice(0, MOST.places).join(", ");
  const rest = places.length - MOST.places;
  return {
    name: `${ASPECTS[aspect]} ${oneLine(what, 80)}`,
    said: `${before} → ${after} (${shown}${rest > 0 ? ` and ${rest} more` : ""})`,
  };
}

function cut(lines: readonly Line[], most: number): Line[] {
  const rest = lines.length - most;
  return [...lines.slice(0, most), ...(rest > 0 ? [sentence(`and ${rest} more; --json has all`)] : [])];
}
