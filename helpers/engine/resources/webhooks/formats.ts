import { operationInScope } from "../../../contract/scope.js";
import { itemOf } from "../../../wire/decode.js";
import { Inconclusive, ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { rotated } from "../../check/seed.js";
import { FORM_TYPE } from "../form-fields.js";
import { ownUrl } from "./addresses.js";
import { V1, V2, type WebhookGeneration } from "./generations.js";
import { creations } from "./life.js";
import { attemptWebhooks, type OddAttempt, type OddRequest } from "./odd-requests.js";

type Members = Readonly<Record<string, unknown>>;

/** A way to send a webhook in another format than JSON. */
export interface Format {
  readonly name: string;
  readonly contentType: string | null;
  readonly write: (members: Members) => string;
}

export const FORM: Format = {
  name: "form",
  contentType: FORM_TYPE,
  write: (members) => new URLSearchParams(textsOf(members)).toString(),
};
export const XML: Format = {
  name: "xml",
  contentType: "application/xml",
  write: (members) =>
    `<webhook>${textsOf(members)
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join("")}</webhook>`,
};
/** JSON without a Content-Type, and JSON sent as plain text. */
export const UNTYPED: Format = { name: "untyped", contentType: null, write: JSON.stringify };
export const TEXT: Format = { name: "text", contentType: "text/plain", write: JSON.stringify };

function textsOf(members: Members): [string, string][] {
  return Object.entries(members).filter(
    (member): member is [string, string] => typeof member[1] === "string",
  );
}
/** The formats to try in a generation. Below effort thorough XML, which few services read, is tried in one, in turn. */
function formatsFor(t: Check, generation: WebhookGeneration, all: readonly Able[]): readonly Format[] {
  const isItsTurn = rotated(all, t.settings.seed)[0]?.generation === generation;
  return isItsTurn || t.affords("content.every-format") ? [FORM, XML] : [FORM];
}

/**
 * The control: members with which a JSON body creates a webhook that the list then shows; null where that fails.
 * Without it, a refusal of other formats proves nothing.
 */
async function control(t: Check, { version }: WebhookGeneration): Promise<Members | null> {
  const all = await ifReadable(t.given(creations[version]));
  const one = all?.born.find(({ id }) => itemOf(all.after, id) !== null);
  return one === undefined ? null : { ...one.sent };
}

interface Able {
  readonly generation: WebhookGeneration;
  readonly members: Members;
}

/** The generations in scope in which JSON creates a webhook that can be found afterwards. */
async function writable(t: Check): Promise<readonly Able[]> {
  t.needsWrites("may create a webhook, if what is due is not refused");
  const able: Able[] = [];
  for (const generation of [V1, V2]) {
    if (!operationInScope(generation.create, t.settings)) continue;
    const members = await control(t, generation);
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

interface Formatted extends OddRequest {
  readonly format: Format;
}

/** The answers to some formats. @throws Inconclusive where a request got no answer */
export async function answersTo(t: Check, formats: readonly Format[]) {
  return (await t.given(tried)).flatMap(({ format, exchange, ids }) => {
    if (!formats.includes(format)) return [];
    if (exchange instanceof Inconclusive) throw exchange;
    return [{ format, exchange, ids }];
  });
}

/** All requests in odd formats, once a run. Each generation's requests are followed by one look at its list. */
const tried = given(async (t): Promise<readonly (Formatted & OddAttempt)[]> => {
  const able = await writable(t);
  const all: (Formatted & OddAttempt)[] = [];
  for (const { generation, members } of able) {
    // The last generation in scope is asked for untyped JSON: v2, unless the target has only v1.
    const isLast = generation === able.at(-1)?.generation;
    const untyped = isLast || t.affords("content.every-format") ? [UNTYPED, TEXT] : [];
    const requests = [...formatsFor(t, generation, able), ...untyped].map((format): Formatted => {
      const url = ownUrl(t, `${generation.version}-${format.name}`);
      const raw = { text: format.write({ ...members, url }), contentType: format.contentType };
      return { format, url, raw };
    });
    all.push(...(await attemptWebhooks(t, generation, requests)));
  }
  return all;
});
