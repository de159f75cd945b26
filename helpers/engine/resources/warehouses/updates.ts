import { isObject } from "../../../contract/json.js";
import { isAboutTheCaller, isOnlyOneAccepted, isRefusal } from "../../../oracles/answers/refusal.js";
import { isShown } from "../../../oracles/warehouses/likeness.js";
import { texts, type WhichAddress } from "../../../oracles/warehouses/record.js";
import type { Restoration } from "../../../target/ledger/ledger.js";
import type { Answered } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Raw } from "../../../wire/raw.js";
import { isFailure, succeeded } from "../../../wire/status.js";
import type { Ask } from "../../check/ask.js";
import type { Check } from "../../check/check.js";
import { PATIENCE, polling } from "../eventually.js";
import { onceUnlocked } from "../unlocked.js";
import {
  again,
  borrowed,
  borrowedAddress,
  changed,
  exchanged,
  isRestored,
  leavingOutLine2,
  moved,
  PLAIN_NAME,
  streetsOf,
  type WarehouseBody,
  withoutLine2,
} from "./bodies.js";
import { readWarehouse, type SeenWarehouse } from "./record.js";
import type { Subject } from "./subject.js";

/** Where shipments begin and end: addresses that certainly exist. */
async function addressesOfShipments(t: Check): Promise<readonly Raw[]> {
  const shipments = await ifReadable(t.census.list("shipments"));
  return (shipments?.oldest ?? []).flatMap(({ raw }) =>
    [raw.ship_from, raw.return_to, raw.ship_to].filter(isObject),
  );
}

/**
 * How often an update is repeated that another client overwrote, or may have. If the former name shows again, a client
 * that had changed the warehouse earlier is unlikely to have restored it twice.
 */
const AGAIN = { overwritten: 2, former: 1 } as const;

/** The last answer, and the warehouse as it is shown afterwards; null if v2 does not show it. */
interface Put {
  readonly exchange: Answered;
  readonly shown: SeenWarehouse | null;
  /** Whether the same update showed something else each time, since another client changes the warehouse too. */
  readonly isRestless: boolean;
  /** Whether it showed only once the same was sent again, and until then what the run had sent or found before. */
  readonly isRepeated: boolean;
}

/** The first update of a warehouse. */
export interface First {
  /** The answer to the body that was accepted; to the one that tells most if none was. */
  readonly answer: Answered;
  readonly sent: WarehouseBody;
  /** The refusal, or failure, of the same body without second lines of its addresses, where it was accepted with them. */
  readonly refused: Answered | null;
}

/** What the run put back, and whether the target took it as a whole. */
interface PutBack extends Put {
  readonly isWhole: boolean;
}

/** The only accepted update, and the answer to the same once more. */
export interface Repeated {
  readonly accepted: Answered;
  readonly again: Answered;
}

/** What an update of texts alone explains; a target may set the rest of an address itself at each update. */
function textsOf({ name, origin_address, return_address }: SeenWarehouse): readonly unknown[] {
  return [name, texts(origin_address ?? {}), texts(return_address ?? {})];
}

/** Sends one update of a warehouse, whatever its body is. @param removal as in a request: whether it restores */
export function updateWarehouse(
  t: Check,
  warehouse_id: string,
  body: unknown,
  removal?: NonNullable<Ask["removal"]>,
): Promise<Answered> {
  const update = { operation: "v1UpdateWarehouse", path: { warehouse_id }, body } as const;
  return t.ask({ ...update, ...(removal && { removal }) });
}

/** Whether the target does not take a body: it refuses it, or fails over it. */
function isTurnedDown({ answer }: Answered): boolean {
  return isRefusal(answer) || isFailure(answer.status);
}

/** The updates of one warehouse: sends them, repeats those that another client overwrote, and remembers the bodies. */
export class Updates {
  /** The bodies that were accepted so far, in order; `restore` adds the original one. */
  readonly bodies: WarehouseBody[] = [];
  /** All updates so far. */
  readonly #made: { readonly body: unknown; readonly exchange: Answered }[] = [];
  /** Whether the target went on refusing after a wait. */
  #isShut = false;
  readonly #first: WarehouseBody;
  /** The body with addresses that the service holds itself, if the made-up ones were refused. */
  #borrowed: WarehouseBody | null = null;

  /** @param others records of other warehouses, whose addresses are certainly valid */
  constructor(
    private readonly t: Check,
    private readonly subject: Subject,
    private readonly others: readonly Raw[],
  ) {
    this.#first = changed(subject.body);
  }

  /** Sends one update, whatever its body is. */
  async put(body: unknown, removal?: NonNullable<Ask["removal"]>): Promise<Answered> {
    const exchange = await updateWarehouse(this.t, this.subject.id, body, removal);
    this.#made.push({ body, exchange });
    return exchange;
  }

  /**
   * Sends the only accepted body once more, where all after it were refused: there may be a reason against each of them,
   * but none against that one.
   */
  async repeatOnly(): Promise<Repeated | null> {
    const only = this.#made.find(({ exchange }) => succeeded(exchange));
    if (only === undefined || !isOnlyOneAccepted(this.#made.map(({ exchange }) => exchange))) return null;
    const again = await onceUnlocked(this.t, ["v1UpdateWarehouse"], () => this.put(only.body));
    return { accepted: only.exchange, again };
  }

  /**
   * Made-up addresses without their optional second lines; with them, if that is refused; under a plainer name; if the
   * service looks addresses up and refuses all of these, some that it holds itself.
   */
  async putFirst(): Promise<First> {
    const first = this.#first;
    const shorter = leavingOutLine2(first);
    const short = shorter && (await this.putBody(shorter, "hold"));
    if (shorter !== null && short !== null && succeeded(short))
      return { answer: short, sent: shorter, refused: null };
    const answer = await this.putBody(first, "hold");
    if (shorter !== null && short !== null && isTurnedDown(short) && succeeded(answer))
      return this.#shorterAgain(shorter, answer);
    if (!isRefusal(answer.answer)) return { answer, sent: first, refused: null };
    const plain = { ...first, name: PLAIN_NAME };
    const renamed = await this.putBody(plain, "hold");
    if (succeeded(renamed)) return { answer: renamed, sent: plain, refused: null };
    const known = borrowed(this.subject.body, this.others);
    this.#borrowed = known;
    const once = await this.putBody(known);
    if (succeeded(once)) return { answer: once, sent: known, refused: null };
    // The plainer body tells more: the first one may be refused for another reason, such as letters of the name. And
    // some services look at the body before they check who sent it.
    const tells = isRefusal(once.answer) || isAboutTheCaller(once.answer);
    return { answer: tells ? once : answer, sent: first, refused: null };
  }

  /** Sends a body that was turned down once more: other clients, or a look at the address, may have been the reason. */
  async #shorterAgain(shorter: WarehouseBody, accepted: Answered): Promise<First> {
    const short = await this.putBody(shorter, "hold");
    if (succeeded(short)) return { answer: short, sent: shorter, refused: null };
    return { answer: accepted, sent: this.#first, refused: isTurnedDown(short) ? short : null };
  }

  /**
   * Other addresses under the current name; in their former places if others are refused.
   * @param taken the body that was sent first
   */
  async putAgain(
    answer: Answered,
    taken: WarehouseBody,
  ): Promise<{ readonly second: Answered | null; readonly sent: WarehouseBody }> {
    if (!this.t.affords("warehouses.further-updates") || !succeeded(answer))
      return { second: null, sent: taken };
    // Where made-up streets are refused, the last resort is the same again: the name is no longer new.
    const bodies =
      taken === this.#borrowed
        ? [borrowed(taken, this.others, streetsOf(taken)), taken]
        : await this.#elsewhere({ ...this.#first, name: taken.name });
    let second: Answered | null = null;
    for (const sent of bodies) {
      second = await this.putBody(sent);
      if (succeeded(second)) return { second, sent };
    }
    return { second, sent: taken };
  }

  /** Made-up streets in other places; a target may refuse an empty text, or the place. */
  async #elsewhere(body: WarehouseBody): Promise<readonly WarehouseBody[]> {
    const elsewhere = moved(body, this.others, await addressesOfShipments(this.t));
    const emptied = withoutLine2(elsewhere, this.subject.body);
    return [...(emptied === null ? [] : [emptied]), elsewhere, again(body)];
  }

  /** A body with an address of another warehouse in place of one of its own. */
  withKnown(body: WarehouseBody, which: WhichAddress): WarehouseBody {
    return { ...body, [which]: borrowedAddress(body[which], this.others, which, streetsOf(body)) };
  }

  /** Updates until the effect shows, or up to the limit. @param update sends the update of a round, from 0 */
  async putUntil(
    update: (round: number) => Promise<Answered> | Answered,
    fits: (shown: SeenWarehouse) => boolean,
    patience = PATIENCE,
  ): Promise<Put> {
    const seen = new Set<string>();
    let isOurs = true;
    for (let round = 0; ; round += 1) {
      const exchange = await update(round);
      const isVain = this.#isVain(exchange, round);
      const shown = await polling(this.t, () => readWarehouse(this.t, this.subject.id)).until(
        (each) => each === null || fits(each),
        isVain ? [] : patience,
      );
      if (shown === null || fits(shown))
        return { exchange, shown, isRestless: false, isRepeated: shown !== null && round > 0 && isOurs };
      seen.add(JSON.stringify(textsOf(shown)));
      isOurs &&= this.#isOurs(shown);
      if (isVain || round >= (isOurs ? AGAIN.former : AGAIN.overwritten))
        return { exchange, shown, isRestless: round > 0 && seen.size > round, isRepeated: false };
    }
  }

  /**
   * Puts the warehouse back as it was, as far as that is known; at least its name, if the target no longer takes the
   * addresses that it held.
   * @param patience how long it may take until it shows
   */
  async restore(restoration: Restoration | null, patience: readonly number[]): Promise<PutBack> {
    const { body, original } = this.subject;
    const isBack = (shown: SeenWarehouse): boolean =>
      restoration === null
        ? original === null || original.name === null || shown.name === body.name
        : isRestored(restoration, shown);
    const taken = this.bodies.at(-1);
    this.bodies.push(body);
    for (const former of restoration?.bodies ?? [body]) {
      const back = await this.putUntil(() => this.put(former, "use"), isBack, patience);
      if (taken !== undefined && isRefusal(back.exchange.answer)) continue;
      return { ...back, isWhole: succeeded(back.exchange) };
    }
    const named = await this.putUntil(
      () => this.put({ ...(taken ?? body), name: body.name }, "use"),
      ({ name }) => name === body.name,
      patience,
    );
    return { ...named, isWhole: false };
  }

  /** Puts back a warehouse whose addresses the target exchanges: by a body that has them exchanged. */
  async restoreExchanged(shown: SeenWarehouse): Promise<SeenWarehouse | null> {
    const { id, body } = this.subject;
    if (!isShown(exchanged(body), shown) || isShown(body, shown)) return shown;
    await this.put(exchanged(body), "use");
    return readWarehouse(this.t, id);
  }

  /** Sends a body, and remembers it if it is accepted. */
  async putBody(body: WarehouseBody, removal?: NonNullable<Ask["removal"]>): Promise<Answered> {
    const exchange = await this.put(body, removal);
    if (succeeded(exchange)) this.bodies.push(body);
    return exchange;
  }

  /** Whether no effect can come: the target refuses an update after a wait, as for a lock, or has done so before. */
  #isVain({ answer }: Answered, round: number): boolean {
    const isVain = isRefusal(answer) && (round > 0 || this.#isShut);
    this.#isShut ||= isVain;
    return isVain;
  }

  /** Whether the run itself set or found the name that is shown, as far as readings can be relied on. */
  #isOurs({ name }: SeenWarehouse): boolean {
    const { original } = this.subject;
    const ours = [original?.name, this.#first.name, ...this.bodies.map((each) => each.name)];
    return !this.t.session.lag.isSeen && ours.includes(name ?? "");
  }
}
