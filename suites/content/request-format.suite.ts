import { describe } from "vitest";
import { operationInScope } from "../../helpers/contract/scope.js";
import type { Check } from "../../helpers/runner/check.js";
import { succeeded } from "../../helpers/runner/probe.js";
import { rule } from "../../helpers/runner/rule.js";
import { shared } from "../../helpers/runner/shared.js";
import { type Attempt, attemptWebhook, unreachableUrl, webhookBody } from "../../helpers/runner/webhooks.js";

const GENERATIONS = ["v1", "v2"] as const;
type Generation = (typeof GENERATIONS)[number];

/** The same webhook in formats that are not JSON, each under its own Content-Type. */
const OTHER_FORMATS: readonly {
  readonly name: string;
  readonly contentType: string;
  readonly write: (members: [string, string][]) => string;
}[] = [
  {
    name: "form",
    contentType: "application/x-www-form-urlencoded",
    write: (members) => new URLSearchParams(members).toString(),
  },
  {
    name: "xml",
    contentType: "application/xml",
    write: (members) =>
      `<webhook>${members.map(([name, value]) => `<${name}>${value}</${name}>`).join("")}</webhook>`,
  },
];

/** Formats tried in each generation: below effort thorough not the same one twice. */
function formatsFor(t: Check, generation: Generation) {
  if (t.settings.effort === "thorough") return OTHER_FORMATS;
  return generation === "v1" ? OTHER_FORMATS.slice(0, 1) : OTHER_FORMATS.slice(-1);
}

/** What a refusal is worth: whether plain JSON creates a webhook. */
const CONTROLS = {
  v1: shared((t) => control(t, "v1")),
  v2: shared((t) => control(t, "v2")),
} as const;

async function control(t: Check, generation: Generation): Promise<Attempt> {
  const url = unreachableUrl(t, `${generation}-json`);
  return attemptWebhook(t, generation, url, { body: webhookBody(generation, url) });
}

/** The generations in scope in which JSON creates a webhook that can be found afterwards. */
async function writable(t: Check): Promise<readonly Generation[]> {
  if (t.settings.writes === "none") {
    t.inconclusive("what is not refused would create a webhook; needs --writes own");
  }
  const able: Generation[] = [];
  for (const generation of GENERATIONS) {
    if (!operationInScope(`${generation}CreateWebhook`, t.settings)) continue;
    const { exchange, ids } = await CONTROLS[generation](t);
    if (succeeded(exchange) && ids.length > 0) able.push(generation);
    if (able.length > 0 && t.settings.effort === "quick") break;
  }
  if (able.length === 0) {
    t.inconclusive(
      "no webhook could be created with a JSON body and found in the list, so a refusal proves nothing",
    );
  }
  return able;
}

/** Sends a webhook as JSON text under an unusual Content-Type; a refusal with 4xx is due. */
async function judgeUntyped(t: Check, word: string, contentType: string | null): Promise<void> {
  const able = await writable(t);
  // The newer generation, which more is written against; a target that has but one is asked there.
  for (const generation of t.settings.effort === "thorough" ? able : able.slice(-1)) {
    const url = unreachableUrl(t, `${generation}-${word}`);
    const text = JSON.stringify(webhookBody(generation, url));
    const { exchange } = await attemptWebhook(t, generation, url, { raw: { text, contentType } });
    const { status } = exchange.answer;
    t.saw("bodies");
    if (status >= 400 && status < 500) continue;
    t.breach(
      exchange,
      `a refusal with 4xx of JSON ${contentType === null ? "without a" : "under another"} Content-Type`,
      `status ${status}`,
    );
  }
}

describe("Authentication", () => {
  rule(
    "content.non-json-refused",
    "creates webhooks from form-encoded and XML bodies",
    async (t) => {
      for (const generation of await writable(t)) {
        for (const { name, contentType, write } of formatsFor(t, generation)) {
          const url = unreachableUrl(t, `${generation}-${name}`);
          const members = Object.entries(webhookBody(generation, url)).filter(
            (member): member is [string, string] => typeof member[1] === "string",
          );
          const raw = { text: write(members), contentType };
          const { exchange, ids } = await attemptWebhook(t, generation, url, { raw });
          const { status } = exchange.answer;
          t.saw("bodies");
          if (ids.length > 0) {
            t.breach(
              exchange,
              `a body of ${contentType} has no effect`,
              `status ${status}, and a webhook came into being`,
            );
          } else if (succeeded(exchange)) {
            t.observe(`A webhook sent as ${contentType} was answered ${status} and had no effect.`);
          }
        }
      }
    },
    { from: "standard" },
  );

  rule(
    "content.json-without-type",
    "creates a webhook from JSON without a Content-Type",
    async (t) => {
      await judgeUntyped(t, "untyped", null);
    },
    { from: "standard" },
  );

  rule(
    "content.text-plain",
    "creates a webhook from JSON labelled text/plain",
    async (t) => {
      await judgeUntyped(t, "text", "text/plain");
    },
    { from: "standard" },
  );
});
