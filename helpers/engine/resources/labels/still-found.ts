import { labels } from "../../../contract/lists.js";
import type { Item } from "../../../wire/decode.js";
import type { Exchange } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Raw } from "../../../wire/raw.js";
import type { Check, Given } from "../../check/check.js";
import { given } from "../../check/given.js";
import { queryWords } from "../../lists/asking/pages.js";
import type { Filter } from "../../operations/asked-before.js";
import { isThere, readListed, readOnPage } from "../listed-under.js";
import { processedLabels } from "./processed.js";
import { isCompleted } from "./voidable.js";
import { labelPages, voidedLater } from "./voiding.js";

// A service that keeps an index for each filter may drop a label from some when it changes, or not add a new one to all.

/** A label that the run changed or had made, asked for under what it shows. */
interface AskedFor {
  readonly label: Item;
  /** What was done to it, as a clause. */
  readonly done: string;
  /** What it shows. */
  readonly values: Filter;
  /** Filters that it is not found under; all of them at once, if it is found under each. */
  readonly lost: readonly Lost[];
  /** A page that shows it. */
  readonly shown: Exchange;
}

interface Lost {
  readonly parameter: string;
  readonly filter: Filter;
  readonly exchange: Exchange;
}

/** The parameter that stands for several at once. */
const TOGETHER = "combined";

/** Its status is judged beside the one that it had; see `judgeUnderStatus`. */
const voidedUnder = given(async (t): Promise<AskedFor | null> => {
  const { seen, exchange } = await t.given(voidedLater);
  const under = ["tracking_number", "carrier_id", "service_code", "batch_id"];
  return seen === null ? null : askFor(t, seen, exchange, "which was voided", under);
});

/** The batch that made it has a check of its own. */
const processedUnder = given(async (t): Promise<AskedFor | null> => {
  const made = await t.given(processedLabels);
  const label = made?.items.find(isCompleted);
  if (made === null || label === undefined) return null;
  const under = ["tracking_number", "carrier_id", "service_code", "label_status"];
  return askFor(t, label, made.page.exchange, "which a batch has made", under);
});

const EACH: readonly Given<AskedFor | null>[] = [voidedUnder, processedUnder];

/**
 * Judges that a label which was voided, and one that a batch has made, are found under the value that they show for a
 * filter.
 */
export function judgeStillFound(parameter: string) {
  return async (t: Check): Promise<void> => {
    for (const each of EACH) {
      // A filter that does not find such labels anyway is told already.
      if (t.isFoundBroken(t.rule)) return;
      const asked = await t.tryGiven(each);
      if (asked !== null) judgeOne(t, asked, parameter);
    }
  };
}

function judgeOne(t: Check, { label, done, values, lost, shown }: AskedFor, parameter: string): void {
  if (parameter !== TOGETHER && !(parameter in values)) return;
  t.saw("labels changed or made before");
  const found = lost.find((each) => each.parameter === parameter);
  if (found === undefined) return;
  const documented = `label ${label.id}, ${done}, under ${queryWords(found.filter)}, as it shows`;
  t.breach([found.exchange, shown], documented, "it is not listed there");
}

async function askFor(
  t: Check,
  label: Item,
  exchange: Exchange,
  done: string,
  parameters: readonly string[],
): Promise<AskedFor> {
  const values = valuesIn(label.raw, parameters);
  const asked = { label, done, values, lost: [], shown: exchange };
  const list = await labelPages(t);
  const together = await readListed(t, list, label.id, values);
  if (isThere(together.record)) return asked;
  const lost = (await lostUnderOne(t, label, values)) ?? [
    { parameter: TOGETHER, filter: values, exchange: together.exchange },
  ];
  const query = Object.fromEntries(new URL(exchange.request.url).searchParams);
  const now = await readOnPage(t, list, label.id, query);
  // What it shows may have changed meanwhile.
  const same = lost.filter(({ filter }) =>
    Object.keys(filter).every((each) => shows(now.record, values, each)),
  );
  return { ...asked, lost: same, shown: now.exchange };
}

/** The filters that do not find a label by themselves; null if each of them does. */
async function lostUnderOne(t: Check, { id }: Item, values: Filter): Promise<readonly Lost[] | null> {
  const list = await labelPages(t);
  const under = async (filter: Filter) => {
    const found = await ifReadable(readListed(t, list, id, filter));
    return found && { ...found, filter };
  };
  const lost: Lost[] = [];
  let narrow: Filter = {};
  let isEachRead = true;
  for (const [parameter, value] of Object.entries(values)) {
    const alone = { [parameter]: value };
    // One page may not show all that is under a filter alone.
    const found = (await under(alone)) ?? (await under({ ...narrow, ...alone }));
    if (found === null) isEachRead = false;
    else if (!isThere(found.record)) lost.push({ parameter, ...found });
    else if (parameter === "tracking_number") narrow = alone;
  }
  return isEachRead && lost.length === 0 ? null : lost;
}

/** What a label shows of some filters. */
function valuesIn(raw: Raw, parameters: readonly string[]): Filter {
  const values = parameters.map((parameter) => [parameter, valueIn(raw, parameter)]);
  return Object.fromEntries(values.filter(([, value]) => value !== ""));
}

function shows(record: Raw | null, values: Filter, parameter: string): boolean {
  return record !== null && valueIn(record, parameter) === values[parameter];
}

/** What a label shows of a filter; empty if it does not show it. */
function valueIn(raw: Raw, parameter: string): string {
  const shown = labels.filters[parameter];
  const value = shown?.by === "member" ? raw[shown.member] : "";
  return typeof value === "string" ? value : "";
}
