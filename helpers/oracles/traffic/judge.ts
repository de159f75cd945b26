import type { Page } from "../../wire/decode.js";
import type { Exchange } from "../../wire/exchange.js";
import { judgeById } from "./by-id.js";
import { judgeDefaults } from "./defaults.js";
import { judgeFilters } from "./filters.js";
import { judgeLengths, judgePartitions, judgeSlices } from "./pages.js";
import { Pairs } from "./pairs.js";
import { type PageSeen, readingOf, type Span } from "./readings.js";
import { judgeSingle } from "./single.js";
import { changeIn, stretches } from "./still.js";
import { Tally, type TrafficVerdict } from "./tally.js";

/** How many shipments read by id are remembered, each with its body. */
const MOST_BY_ID = 5_000;

/**
 * Judges the relations that recorded traffic happens to allow. Nobody asked for the pages that a check would need, and
 * other clients may have written meanwhile. So readings are compared only if nothing can have changed between them; if
 * that is not certain, nothing is reported.
 */
export class TrafficJudge {
  readonly #tally = new Tally();
  readonly #pairs = new Pairs(this.#tally);
  readonly #readings: PageSeen[] = [];
  readonly #changes: Span[] = [];
  readonly #byId: Exchange[] = [];
  readonly #keep: (page: Page) => Page;
  readonly #asked = new Map<string, Pick<PageSeen, "asked" | "source" | "filters" | "query">>();

  /** @param keep what to remember of a page; traffic may be long */
  constructor(keep: (page: Page) => Page = (page) => page) {
    this.#keep = keep;
  }

  /** Takes one exchange, in the order of the recording. */
  look(exchange: Exchange): void {
    const reading = readingOf(exchange);
    judgeSingle(exchange, reading, this.#tally);
    this.#pairs.look(exchange);
    if (reading !== null) this.#readings.push(this.#kept(reading));
    this.#changes.push(...changeIn(exchange));
    if (exchange.operation === "v1GetShipment" && this.#byId.length < MOST_BY_ID) this.#byId.push(exchange);
  }

  /** Shares equal requests: they come again and again, and a parsed address is large. */
  #kept(reading: PageSeen): PageSeen {
    const { asked, source, filters, query } = reading;
    const name = `${source} ${asked.url.href}`;
    const known = this.#asked.get(name) ?? { asked, source, filters, query };
    this.#asked.set(name, known);
    return { ...reading, ...known, page: this.#keep(reading.page) };
  }

  verdicts(): readonly TrafficVerdict[] {
    const readings = this.#readings.toSorted((one, other) => one.from - other.from);
    judgeLengths(readings, this.#tally);
    for (const stretch of stretches(readings, this.#changes)) {
      judgePartitions(stretch, this.#tally);
      judgeSlices(stretch, this.#tally);
      judgeDefaults(stretch, this.#tally);
      judgeFilters(stretch, this.#tally);
    }
    judgeById(this.#byId, readings, this.#changes, this.#tally);
    return this.#tally.verdicts();
  }
}
