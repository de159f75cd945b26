import { type Markup, markup } from "../markup.js";
import type { RuleVerdict } from "../results.js";

/** Width and height of a bar in its own units. */
const BAR = { width: 100, height: 6 } as const;

/** Counts of rules by verdict, side by side, as shares of a total. */
export function bar(counts: readonly (readonly [RuleVerdict, number])[], total: number): Markup {
  let x = 0;
  const rects = counts.map(([verdict, count]) => {
    const width = (count / Math.max(1, total)) * BAR.width;
    x += width;
    return width === 0
      ? null
      : markup`<rect class="v-${verdict}" x="${(x - width).toFixed(1)}" width="${width.toFixed(1)}" height="${BAR.height}"/>`;
  });
  return markup`<svg viewBox="0 0 ${BAR.width} ${BAR.height}" preserveAspectRatio="none" aria-hidden="true">${rects}</svg>`;
}
