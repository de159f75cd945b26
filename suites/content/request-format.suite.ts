import { describe } from "vitest";
import { operationInScope } from "../../helpers/contract/scope.js";
import { type Check, given } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { ownUrl } from "../../helpers/engine/resources/webhooks/addresses.js";
import { V1_EVENT } from "../../helpers/engine/resources/webhooks/generations.js";
import { creations } from "../../helpers/engine/resources/webhooks/life.js";
import { itemOf } from "../../helpers/engine/resources/webhooks/lists.js";
import {
  type Attempt,
  attemptWebhooks,
  type OddRequest,
} from "../../helpers/engine/resources/webhooks/odd-requests.js";
import { Inconclusive, ifReadable } from "../../helpers/wire/outcome.js";
import { succeeded } from "../../helpers/wire/status.js";

const GENERATIONS = ["v1", "v2"] as const;
type Generation = (typeof GENERATIONS)[number];
type Members = Readonly<Record<string, unknown>>;

/** A way to send a webhook that is not JSON with its Content-Type. */
interface Format {
  readonly name: string;
  readonly contentType: string | null;
  readonly write: (members: Members) => string;
}

/** The same webhook in formats that are not JSON, each under its own Content-Type. */
const OTHER_FORMATS: readonly Format[] = [
  {
    name: "form",
    contentType: "application/x-www-form-urlencoded",
    write: (members) => new URLSearchParams(textsOf(members)).toString(),
  },
  {
    name: "xml",
    contentType: "application/xml",
    write: (members) =>
      `<webhook>${textsOf(members)
        .map(([name, value]) => `<${name}>${value}</${name}>`)
        .join("")}</webhook>`,
  },
];
/** JSON without a Content-Type, and under that of plain text. */
const UNTYPED: Format = { name: "untyped", contentType: null, write: JSON.stringify };
const TEXT: Format = { name: "text", contentType: "text/plain", write: JSON.stringify };

function textsOf(members: Members): [string, string][] {
  return Object.entries(members).filter(
    (member): member is [string, string] => typeof member[1] === "string",
  );
}

/** Formats tried in each generation: below effort thorough not the same one twice. */
function formatsFor(t: Check, generation: Generation): readonly Format[] {
  if (t.affords("content.every-format")) return OTHER_FORMATS;
  return generation === "v1" ? OTHER_FORMATS.slice(0, 1) : OTHER_FORMATS.slice(-1);
}

/**
 * What JSON creates a webhook of that is found in the list afterwards, but for its url; null where it does not: what
 * a refusal of anything else is worth.
 */
const CONTROLS: Readonly<Record<Generation, (t: Check) => Promise<Members | null>>> = {
  v1: async (t) => {
    const all = await ifReadable(t.given(creations.v1));
    const isThere = all?.born.some(({ id }) => itemOf(all.after, id) !== null);
    return isThere ? { event: V1_EVENT } : null;
  },
  v2: async (t) => {
    const all = await ifReadable(t.given(creations.v2));
    const one = all?.born.find(({ id }) => itemOf(all.after, id) !== null);
    return one === undefined ? null : { ...one.sent };
  },
};

/** The generations in scope in which JSON creates a webhook that can be found afterwards. */
async function writable(t: Check): Promise<readonly { generation: Generation; members: Members }[]> {
  if (t.settings.writes === "none") {
    t.inconclusive("what is not refused would create a webhook; needs --writes own");
  }
  const able: { generation: Generation; members: Members }[] = [];
  for (const generation of GENERATIONS) {
    if (!operationInScope(`${generation}CreateWebhook`, t.settings)) continue;
    const members = await CONTROLS[generation](t);
    if (members !== null) able.push({ generation, members });
  }
  if (able.length === 0) {
    t.inconclusive(
      "no webhook could be created with a JSON body and found in the list, so a refusal proves nothing; see " +
        "webhooks.v1.create.accepted and webhooks.v2.create.object",
    );
  }
  return able;
}

interface Tried extends Attempt {
  readonly format: Format;
}

/** The answers to some formats. @throws Inconclusive where one got none */
async function answersTo(t: Check, formats: readonly Format[]) {
  return (await t.given(tried)).flatMap(({ format, exchange, ids }) => {
    if (!formats.includes(format)) return [];
    if (exchange instanceof Inconclusive) throw exchange;
    return [{ format, exchange, ids }];
  });
}

/** All that is tried, in each generation before one look at its list. Once a run. */
const tried = given(async (t): Promise<readonly Tried[]> => {
  const able = await writable(t);
  const all: Tried[] = [];
  for (const { generation, members } of able) {
    // JSON in the newer generation, which more is written against; a target that has but one is asked there.
    const isLast = generation === able.at(-1)?.generation;
    const untyped = isLast || t.affords("content.every-format") ? [UNTYPED, TEXT] : [];
    const formats = [...formatsFor(t, generation), ...untyped];
    const requests = formats.map((format): OddRequest => {
      const url = ownUrl(t, `${generation}-${format.name}`);
      return { url, raw: { text: format.write({ ...members, url }), contentType: format.contentType } };
    });
    const attempts = await attemptWebhooks(t, generation, requests);
    all.push(
      ...formats.flatMap((format, at) => attempts.slice(at, at + 1).map((each) => ({ ...each, format }))),
    );
  }
  return all;
});

/** A webhook as JSON text under an unusual Content-Type is refused with 4xx. */
async function judgeUntyped(t: Check, format: Format): Promise<void> {
  for (const { exchange } of await answersTo(t, [format])) {
    const { status } = exchange.answer;
    t.saw("bodies");
    if (status >= 400 && status < 500) continue;
    t.breach(
      exchange,
      `a refusal with 4xx of JSON ${format.contentType === null ? "without a" : "under another"} Content-Type`,
      `status ${status}`,
    );
  }
}

describe("Authentication", { meta: { changes: ["webhooks"] } }, () => {
  rule.fromStandard(
    "content.non-json-refused",
    "creates webhooks from form-encoded and XML bodies",
    async (t) => {
      for (const { format, exchange, ids } of await answersTo(t, OTHER_FORMATS)) {
        const { status } = exchange.answer;
        t.saw("bodies");
        if (ids.length > 0) {
          t.breach(
            exchange,
            `a body of ${format.contentType} has no effect`,
            `status ${status}, and a webhook came into being`,
          );
        } else if (succeeded(exchange)) {
          t.observe(`A webhook sent as ${format.contentType} was answered ${status} and had no effect.`);
        }
      }
    },
  );

  rule.fromStandard("content.json-without-type", "creates a webhook from JSON without a Content-Type", (t) =>
    judgeUntyped(t, UNTYPED),
  );

  rule.fromStandard("content.text-plain", "creates a webhook from JSON labelled text/plain", (t) =>
    judgeUntyped(t, TEXT),
  );
});
