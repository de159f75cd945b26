import { type Markup, markup } from "../markup.js";
import type { Compliance } from "../results.js";
import { oneLine } from "../text.js";
import { fold } from "./fold.js";

/** How many requests were in flight over time, and which checks took longest. */
export function timelineSection({ timeline }: Compliance): Markup | null {
  if (timeline === undefined) return null;
  const { ms, idleMs, atOnce, longest } = timeline;
  const most = Math.max(...atOnce, 1);
  const words = `${share(idleMs, ms)} of ${seconds(ms)} idle`;
  const mean = (atOnce.reduce((sum, one) => sum + one, 0) / atOnce.length).toFixed(1);
  const bars = atOnce.map(
    (count, at) =>
      markup`<rect x="${at}" y="${(most - count).toFixed(2)}" width="0.8" height="${count.toFixed(2)}"/>`,
  );
  return fold(
    "time",
    "Time",
    words,
    markup`<p>Requests under way at a time, from the first to the last: ${mean} on average, up to ${most.toFixed(1)}. Idle means that none was.</p>
<svg class="lanes" viewBox="0 0 ${atOnce.length} ${most.toFixed(2)}" preserveAspectRatio="none" role="img" aria-label="Requests under way at a time: ${mean} on average, ${words}">${bars}</svg>
<table class="longest"><caption>Checks whose requests took longest; what several share counts for the first that asked</caption><thead><tr><th scope="col">Check</th><th scope="col">Requests</th><th scope="col">Time</th></tr></thead>
<tbody>${longest.map((one) => markup`<tr><td>${oneLine(one.check, 200)}</td><td>${one.requests}</td><td>${seconds(one.ms)}</td></tr>`)}</tbody></table>`,
  );
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function share(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)} %`;
}
