import { groupBy } from "../../helpers/contract/group-by.js";
import { plural } from "../../helpers/wire/message.js";
import { WIDTH } from "../console-lines.js";
import { code, prose } from "../markdown.js";
import { oneLine, wrap } from "../text.js";
import { type Change, isRequired } from "./changes.js";
import type { Comparison } from "./comparison.js";
import type { Difference } from "./differences.js";
import type { Aspect } from "./trait.js";

/** Longest lists; the rest is only counted. Broken rules are never cut. */
const MOST = { differences: 30, others: 20, places: 2 } as const;

const ASPECTS = {
  status: "Status",
  member: "Member",
  form: "Form",
  header: "Header",
  order: "Order",
  limit: "Limit",
} as const satisfies Record<Aspect, string>;

/** One list of the comparison: its heading, and a line for each entry. */
export interface ComparisonBlock {
  /** Its name on a page. */
  readonly id: string;
  readonly title: string;
  /** What a reader must know about it; null for nothing. */
  readonly note: string | null;
  readonly lines: readonly Line[];
  /** The number of items, if an entry stands for several. */
  readonly count?: number;
  /** True if nobody has to act on it: a page folds it. */
  readonly isAside?: true;
}

/** An entry: its subject, and what is said about it. */
interface Line {
  readonly name: string;
  readonly said: string;
  /** Of a rule: what it says. */
  readonly statement?: string;
}

/** A comparison for a terminal, with the verdict last. */
export function comparisonText(comparison: Comparison): string {
  const blocks = comparisonBlocks(comparison).map(({ id, title, lines }) =>
    [title, ...cut(id, lines).flatMap(entry)].join("\n"),
  );
  return `${[...blocks, wrap(comparisonLine(comparison), WIDTH).join("\n")].join("\n\n")}\n`;
}

/** An entry on one line, or below its name if it is longer. */
function entry({ name, said }: Line): string[] {
  const text = oneLine(said, 300);
  const whole = `  ${name}${name === "" ? "" : "  "}${text}`;
  if (whole.length <= WIDTH) return [whole];
  const lines = wrap(text, WIDTH - 6).map((line) => `      ${line}`);
  return name === "" ? lines.map((line, at) => (at === 0 ? line.slice(4) : line)) : [`  ${name}`, ...lines];
}

/** A comparison as a comment on a pull request, with the verdict first. */
export function comparisonMarkdown(comparison: Comparison): string {
  const blocks = comparisonBlocks(comparison).map(({ id, title, lines }) =>
    [
      `### ${prose(title)}`,
      "",
      ...cut(id, lines).map(
        ({ name, said }) => `- ${name === "" ? "" : `${code(name)}: `}${prose(oneLine(said, 300))}`,
      ),
    ].join("\n"),
  );
  return `${[`**${comparisonLine(comparison)}**`, ...blocks].join("\n\n")}\n`;
}

/** "2 newly broken, 1 fixed, 0 no longer judged; the two differ in 3 things that may be free" */
export function comparisonLine({ broken, fixed, noLongerJudged, differences, observed }: Comparison): string {
  const free = differences === null ? observed.before.length + observed.after.length : differences.length;
  const rest =
    free === 0
      ? "nothing else differs"
      : `${plural(free, "difference")} besides, of which the contract leaves most open`;
  const advised = broken.filter((change) => !isRequired(change)).length;
  const beside = advised === 0 ? "" : ` (and ${advised} recommended)`;
  return `${broken.length - advised} newly broken${beside}, ${fixed.length} fixed, ${noLongerJudged.length} no longer judged; ${rest}`;
}

/** Everything there is to say, list by list, the most urgent first, without cuts. */
export function comparisonBlocks(comparison: Comparison): ComparisonBlock[] {
  const { broken, fixed, noLongerJudged, nowKept, differences, observed, before, after } = comparison;
  const advised = broken.filter((change) => !isRequired(change));
  const blocks: ComparisonBlock[] = [
    { id: "broken", title: "Broken", note: null, lines: broken.filter(isRequired).map(changeLine) },
    { id: "advised", title: "Recommended, and newly broken", note: null, lines: advised.map(changeLine) },
    { id: "fixed", title: "Fixed", note: null, lines: fixed.map(changeLine) },
    {
      id: "unjudged",
      title: "No longer judged",
      note: null,
      lines: byReason(noLongerJudged),
      count: noLongerJudged.length,
    },
    {
      id: "kept",
      title: "Judged for the first time, and kept",
      note: null,
      lines: byReason(nowKept),
      count: nowKept.length,
      isAside: true,
    },
    {
      id: "otherwise",
      title: "Done differently",
      note: "The contract leaves most of this open; a client built for one of the two may meet it in the other.",
      lines: (differences ?? []).map(differenceLine),
    },
    {
      id: "seen-before",
      title: `Seen in ${before} only`,
      note: null,
      lines: observed.before.map(sentence),
      isAside: true,
    },
    {
      id: "seen-after",
      title: `Seen in ${after} only`,
      note: null,
      lines: observed.after.map(sentence),
      isAside: true,
    },
  ];
  return blocks.filter(({ lines }) => lines.length > 0);
}

const changeLine = ({ rule, reason, statement }: Change): Line => ({ name: rule, said: reason, statement });

/** A line for each reason; many rules may share one. */
function byReason(changes: readonly Change[]): Line[] {
  return [...groupBy(changes, ({ reason }) => reason).values()].flatMap((group) => {
    const [first, ...others] = group;
    if (first === undefined) return [];
    if (others.length === 0) return [changeLine(first)];
    return [{ name: `${first.rule} and ${others.length} more`, said: first.reason }];
  });
}

const sentence = (text: string): Line => ({ name: "", said: text });

function differenceLine({ aspect, what, before, after, places }: Difference): Line {
  const shown = places.slice(0, MOST.places).join(", ");
  const rest = places.length - MOST.places;
  return {
    name: `${ASPECTS[aspect]} ${oneLine(what, 80)}`,
    said: `${before} → ${after} (${shown}${rest > 0 ? ` and ${rest} more` : ""})`,
  };
}

/** Broken rules are never cut. */
function cut(id: string, lines: readonly Line[]): readonly Line[] {
  const most =
    id === "broken" || id === "advised" ? lines.length : id === "otherwise" ? MOST.differences : MOST.others;
  const rest = lines.length - most;
  return rest > 0
    ? [...lines.slice(0, most), sentence(`and ${rest} more, in the page and under --json`)]
    : lines;
}
