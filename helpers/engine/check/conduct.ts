import { type Intent, isSafe, isUndocumentedDelete, undoingOf } from "../../contract/conduct.js";
import { memo } from "../../contract/memo.js";
import { buildPath, operation } from "../../contract/operations.js";
import type { Caller } from "../../target/client/caller.js";
import { type Debt, type Ledger, type Removal, UNREFUSED } from "../../target/ledger/ledger.js";
import type { Census } from "../../target/lists/census.js";
import { type CallRequest, methodOf, refusalOf } from "../../target/messages/request.js";
import { EFFECT_NOTE, UNSENT_NOTE } from "../../target/recordings/note-names.js";
import type { SideNotes } from "../../target/recordings/side-notes.js";
import type { Settings } from "../../target/settings/settings.js";
import type { Exchange } from "../../wire/exchange.js";
import { requestLine } from "../../wire/message.js";
import { Inconclusive } from "../../wire/outcome.js";
import { objectOf } from "../../wire/raw.js";
import { succeeded } from "../../wire/status.js";

/** A request that was not sent because it might do harm; the message says why and what would settle it. */
export class Unsent extends Inconclusive {}

/** Why a request that succeeded should have been refused. */
const WORDS: Readonly<Record<Intent, string>> = {
  key: "though its key is not the right one",
  nowhere: "though the contract has no such path or method",
  body: "though its body is none that an operation documents",
  id: "though nothing has its id",
};

/** How many probes of a kind are sent one by one; how many of the later ones are sent side by side. */
const ALONE = 3;
const ABREAST = 4;

/** A request, from whichever check. */
type Wanted = Omit<CallRequest, "check">;

/** The parts of the session that are used here. */
interface Guarded {
  readonly settings: Settings;
  readonly player: unknown;
  readonly sideNotes: SideNotes;
  readonly ledger: Ledger;
  readonly census: Census;
  readonly debts: Map<string, Debt>;
}

/** Says how to remove what an exchange created; null if that is not known. */
type Remover = (exchange: Exchange) => Removal | null;

/** A kind of probe: why it must be refused, and its method, because an update differs from a deletion. */
type Kind = `${Intent} ${string}`;

/**
 * Keeps a run from doing harm, whoever sends a request. Sends only reads where nothing may be changed, and never a
 * DELETE of a whole collection. Sends requests that must be refused a few at a time, until the target accepts one of
 * their kind.
 */
export class Conduct {
  /** Requests that the target carried out although it had to refuse them, one sentence each. */
  readonly effects: string[] = [];
  readonly #stopped = new Map<Kind, string>();
  readonly #turns = new Map<Kind, Promise<unknown>[]>();

  constructor(private readonly session: Guarded) {}

  /** Sends a request through the caller. @throws Unsent where it might do harm */
  async send(caller: Caller, request: CallRequest): Promise<Exchange> {
    const never = this.#never(request);
    if (never !== null) throw never;
    const kind = kindOf(request);
    if (kind === null) return caller.call(request);
    if (this.session.player !== null) return this.#again(caller, request, kind);
    return this.#inTurn(kind, async () => {
      const why = this.#stopped.get(kind);
      if (why !== undefined) throw new Unsent(why);
      const remover = await this.#remover(request);
      const exchange = await caller.call(request);
      if (succeeded(exchange)) this.#carriedOut(request, exchange, remover);
      return exchange;
    });
  }

  /** Why a request is not sent; null if it is sent. */
  whyNot(request: Wanted): Unsent | null {
    const kind = kindOf(request);
    const why = kind === null ? undefined : this.#stopped.get(kind);
    return this.#never(request) ?? (why === undefined ? null : new Unsent(why));
  }

  /** Stops probes like this one for the rest of the run. */
  stop(request: Wanted, why: string): void {
    const kind = kindOf(request);
    if (kind === null || this.#stopped.has(kind)) return;
    this.#stopped.set(kind, why);
    this.session.sideNotes.remember(`${UNSENT_NOTE}: ${kind}`, why);
  }

  /** Records the effect of a request that should have been refused. */
  tell(effect: string): void {
    this.effects.push(effect);
    this.session.sideNotes.remember(EFFECT_NOTE, effect);
  }

  #never(request: Wanted): Unsent | null {
    const method = methodOf(request);
    if (isSafe(method)) return null;
    if (this.session.settings.writes === "none") {
      const why = `${method} could change something, which this run may not; needs --writes own`;
      return new Unsent(why, "--writes own");
    }
    return request.pathname !== undefined && isUndocumentedDelete(method, request.pathname)
      ? new Unsent(`DELETE ${request.pathname} could remove more than one resource, so it is never sent`)
      : null;
  }

  /** Does as the recorded run did, which its exchanges and side notes show. */
  async #again(caller: Caller, request: CallRequest, kind: Kind): Promise<Exchange> {
    const why = this.#stopped.get(kind) ?? this.session.sideNotes.recall<string>(`${UNSENT_NOTE}: ${kind}`);
    if (why !== null) this.#stopped.set(kind, why);
    try {
      const exchange = await caller.call(request);
      // The recorded run read the existing ids before it sent this.
      await this.#remover(request);
      if (succeeded(exchange)) this.tell(effectOf(request, exchange));
      return exchange;
    } catch (error) {
      if (error instanceof Inconclusive && why !== null) throw new Unsent(why);
      throw error;
    }
  }

  #carriedOut(request: CallRequest, exchange: Exchange, remover: Remover): void {
    const { ledger, debts, settings } = this.session;
    const told = effectOf(request, exchange);
    this.tell(told);
    this.stop(request, `${told}; no more requests of its kind were sent, since they could change something`);
    // No operation brings back what a deletion took.
    if (exchange.request.method === "DELETE") return;
    const operation = `${UNREFUSED}${requestLine(exchange)}` as const;
    const entry = ledger.intend({ target: settings.url, operation, mark: "" });
    const removal = remover(exchange);
    if (removal === null) ledger.accepted(entry);
    else {
      ledger.created(entry, removal);
      debts.set(entry, { entry, removal });
    }
  }

  /** How to remove what a request makes. Resources that exist before it is sent are never removed. */
  async #remover(request: CallRequest): Promise<Remover> {
    const undoing = undoingOf(methodOf(request), pathnameOf(request));
    const name = undoing?.operation.pathParams.at(-1);
    if (undoing === null || name === undefined) return () => null;
    const { operation, path, missing } = undoing;
    const before = await this.session.census.ids(name);
    return (exchange) => {
      const id = missing === null ? path[name] : idIn(exchange, missing);
      if (id === null || id === undefined || before.includes(id)) return null;
      return { operation: operation.id, path: { ...path, [name]: id } };
    };
  }

  /** Runs the first actions of a kind one by one, later ones a few side by side. */
  async #inTurn<T>(kind: Kind, act: () => Promise<T>): Promise<T> {
    const turns = memo(this.#turns, kind, () => []);
    const before = turns.length < ALONE ? [turns.at(-1)] : [turns[ALONE - 1], turns.at(-ABREAST)];
    const done = Promise.all(before).then(act);
    turns.push(done.catch(() => {}));
    return done;
  }
}

/** The id of the single resource that an answer shows; null for none or a list. */
function idIn({ answer }: Exchange, parameter: string): string | null {
  const body = objectOf(answer) ?? {};
  const id = body[parameter] ?? body.id;
  return typeof id === "string" || typeof id === "number" ? String(id) : null;
}

/** Path below the base address; empty for a link. */
function pathnameOf({ pathname, operation: id, path }: CallRequest): string {
  if (pathname !== undefined) return pathname;
  return id === undefined ? "" : buildPath(operation(id), path);
}

function kindOf(request: Wanted): Kind | null {
  const refusal = refusalOf(request);
  return refusal === null ? null : `${refusal} ${methodOf(request)}`;
}

function effectOf(request: CallRequest, exchange: Exchange): string {
  const refusal = refusalOf(request) ?? "body";
  return `${requestLine(exchange)} was answered with ${exchange.answer?.status}, ${WORDS[refusal]}`;
}
