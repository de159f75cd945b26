import type { Generation } from "../../../contract/model.js";
import { answeredIds } from "../../../oracles/webhooks/created.js";
import { idsOf, itemOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { requestLine } from "../../../wire/message.js";
import { Inconclusive, orWhyNot } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { rotated } from "../../check/seed.js";
import type { OpenList } from "../../lists/open/list.js";
import { askToCreate, idsBefore, owe, oweFound, removeOwed } from "../created.js";
import { polling } from "../eventually.js";
import { FORM_TYPE } from "../form-fields.js";
import { ownUrl } from "./addresses.js";
import { deletionOf, OPERATIONS } from "./generations.js";
import { creations } from "./life.js";
import { firstList, listWebhooks } from "./reading.js";

type Members = Readonly<Record<string, unknown>>;

/** A way to send a webhook otherwise than as JSON. */
export interface Format {
  readonly name: string;
  readonly contentType: string | null;
  readonly write: (members: Members) => string;
}

export const AS_FORM: Format = {
  name: "form",
  contentType: FORM_TYPE,
  write: (members) => new URLSearchParams(textsOf(members)).toString(),
};
export const XML = xmlOf("webhook");
/** JSON without a Content-Type, and JSON sent as plain text. */
export const UNTYPED: Format = { name: "untyped", contentType: null, write: JSON.stringify };
export const TEXT: Format = { name: "text", contentType: "text/plain", write: JSON.stringify };

/** JSON without its last brace, so that a service that keeps what it could read finds the address. */
export const BROKEN_OFF: Format = {
  name: "cut",
  contentType: "application/json",
  write: ({ url, ...others }) => JSON.stringify({ url, ...others }).slice(0, -1),
};

/** Members as the elements of an XML document. @param root the name of the element around them */
export function xmlOf(root: string): Format {
  const write = (members: Members) =>
    `<${root}>${textsOf(members)
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join("")}</${root}>`;
  return { name: "xml", contentType: "application/xml", write };
}

function textsOf(members: Members): [string, string][] {
  return Object.entries(members).filter(
    (member): member is [string, string] => typeof member[1] === "string",
  );
}

/** The formats other than JSON to try in a generation. Below effort thorough XML, which few services read, is tried in one, in turn. */
function formatsFor(t: Check, version: Generation, all: readonly Able[]): readonly Format[] {
  const isItsTurn = rotated(all, t.settings.seed)[0]?.version === version;
  return isItsTurn || t.affords("content.every-format") ? [AS_FORM, XML] : [AS_FORM];
}

/**
 * The control: members with which a JSON body creates a webhook that the list then shows; null where that fails.
 * Without it, a refusal of other formats proves nothing.
 */
async function control(t: Check, version: Generation): Promise<Members | null> {
  const all = await t.tryGiven(creations(version));
  const one = all?.born.find(({ id }) => itemOf(all.after, id) !== null);
  return one === undefined ? null : { ...one.sent };
}

interface Able {
  readonly version: Generation;
  readonly members: Members;
}

/** The generations in scope in which JSON creates a webhook that can be found afterwards. */
async function writable(t: Check): Promise<readonly Able[]> {
  t.needsWrites("may create a webhook, if what is due is not refused");
  const able: Able[] = [];
  for (const version of ["v1", "v2"] as const) {
    if (!t.inScope(OPERATIONS[version].create)) continue;
    const members = await control(t, version);
    if (members !== null) able.push({ version, members });
  }
  if (able.length === 0) {
    t.inconclusive(
      "no webhook could be created with a JSON body and found in the list, so a refusal proves nothing; see " +
        "webhooks.v1.create.accepted and webhooks.v2.create.object",
    );
  }
  return able;
}

/** A creation in an odd format that was tried. */
interface Tried {
  readonly format: Format;
  /** The answer, or why there is none. */
  readonly exchange: Answered | Inconclusive;
  /** Ids of the webhooks that were created; empty if none was. */
  readonly ids: readonly string[];
}

/** The answers to some formats. @throws Inconclusive where a request got no answer */
export async function answersTo(t: Check, formats: readonly Format[]) {
  return (await t.given(tried)).flatMap(({ format, exchange, ids }) => {
    if (!formats.includes(format)) return [];
    if (exchange instanceof Inconclusive) throw exchange;
    return [{ format, exchange, ids }];
  });
}

/** All creations in odd formats, once a run. */
const tried = given(async (t): Promise<readonly Tried[]> => {
  const able = await writable(t);
  const all: Tried[] = [];
  for (const { version, members } of able) {
    // The last generation in scope is asked for untyped JSON: v2, unless the target has only v1.
    const isLast = version === able.at(-1)?.version;
    const untyped = isLast || t.affords("content.every-format") ? [UNTYPED, TEXT] : [];
    all.push(
      ...(await tryEach(t, version, [...formatsFor(t, version, able), BROKEN_OFF, ...untyped], members)),
    );
  }
  return all;
});

/**
 * Tries one format after the other and looks once for all of them. Every created webhook is entered into the ledger and
 * removed at once: an account may hold only one webhook for an event.
 * @throws Inconclusive if the target shows no list of webhooks
 */
async function tryEach(
  t: Check,
  version: Generation,
  formats: readonly Format[],
  members: Members,
): Promise<readonly Tried[]> {
  const { operation, list: before } = await t.given(firstList(version));
  if (before === null) return t.inconclusive("the webhooks cannot be listed, so an effect would not be seen");
  const there = await idsBefore(t, deletionOf(version, ""));
  const sent: Sent[] = [];
  for (const format of formats) sent.push(await send(t, version, format, members));
  const hidden = sent.filter(({ named }) => named?.length === 0);
  const after = await polling(t, () => listWebhooks(t, operation)).until((list) =>
    hidden.every(({ url }) => idsAt(list, url).length > 0),
  );
  const entries: string[] = [];
  const done = sent.map((each) => {
    // An earlier run with the same seed may have left some.
    const old = idsAt(before, each.url);
    const found = new Set([...(each.named ?? []), ...idsAt(after, each.url)]);
    const ids = [...found].filter((id) => !old.includes(id) && !there.has(id));
    entries.push(...oweAll(t, version, each, ids));
    return { format: each.format, exchange: each.exchange, ids };
  });
  await removeOwed(t, entries);
  return done;
}

/** A creation with its entry in the ledger, before its effect was looked for. */
interface Sent extends Omit<Tried, "ids"> {
  /** Address by which the webhook is found; each has its own. */
  readonly url: string;
  readonly entry: string;
  /** The ids that the target names; null if it does not say that it created something. */
  readonly named: readonly string[] | null;
}

/** If one gets no answer, the others still count. */
async function send(t: Check, version: Generation, format: Format, members: Members): Promise<Sent> {
  const operation = OPERATIONS[version].create;
  const url = ownUrl(t, `${version}-${format.name}`);
  const entry = t.session.ledger.intend({ target: t.settings.url, operation, mark: url });
  const raw = { text: format.write({ ...members, url }), contentType: format.contentType };
  const exchange = await orWhyNot(askToCreate(t, entry, { operation, raw }));
  const isMade = !(exchange instanceof Inconclusive) && succeeded(exchange);
  return { format, url, entry, exchange, named: isMade ? answeredIds(exchange) : null };
}

/** Enters what was created into the ledger, and returns the entries. */
function oweAll(
  t: Check,
  version: Generation,
  { format, url, entry, exchange, named }: Sent,
  ids: readonly string[],
): readonly string[] {
  const { ledger, conduct } = t.session;
  const isAnswered = !(exchange instanceof Inconclusive);
  const [first, ...others] = ids.map((id) => deletionOf(version, id));
  if (first === undefined) {
    // Any other entry without an id stays: the end of the run looks for unseen webhooks.
    if (isAnswered && named === null) ledger.refused(entry);
    return [];
  }
  if (isAnswered) conduct.tell(`${requestLine(exchange)} made a webhook of a body ${inWords(format)}`);
  owe(t, entry, first);
  const intent = { operation: OPERATIONS[version].create, mark: url };
  return [entry, ...others.map((removal) => oweFound(t, intent, removal))];
}

function inWords(format: Format): string {
  if (format === BROKEN_OFF) return "that breaks off";
  return format.contentType === null ? "without a Content-Type" : `sent as ${format.contentType}`;
}

/** Ids of webhooks with an address. */
function idsAt({ items }: OpenList, url: string): readonly string[] {
  return idsOf(items.filter(({ raw }) => raw.url === url));
}
