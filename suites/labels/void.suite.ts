import { describe } from "vitest";
import { operationInScope } from "../../helpers/contract/scope.js";
import { decodePage, type Item } from "../../helpers/oracles/decode.js";
import { renderValue } from "../../helpers/oracles/message.js";
import type { Answered, Check } from "../../helpers/runner/check.js";
import { rule } from "../../helpers/runner/rule.js";

/** Readings of a label that was just voided, and the time between two of them in milliseconds. */
const READINGS = 4;
const PAUSE = 500;

describe("States and transitions: voiding a label", () => {
  rule(
    "label.void.flag",
    "voids a label and reads it again",
    async (t) => {
      const label = await voidable(t);
      const operation = operationInScope("v2VoidLabel", t.settings) ? "v2VoidLabel" : "v1VoidLabel";
      const voided = await t.ask({ operation, path: { label_id: label.id }, body: {} });
      const { status } = voided.answer;
      if (status < 200 || status > 299) {
        t.inconclusive(
          `voiding label ${label.id} was answered ${status}; name a label that may be voided as fixture label:voidable`,
        );
      }
      const { exchange, seen } = await readUntilVoided(t, label);
      if (seen === null)
        return t.inconclusive(`label ${label.id} is not found by its tracking number any more`);
      t.saw("labels voided");
      const { status: state, voided: flag } = seen.raw;
      if (state === "voided" && flag === true) return;
      t.breach(
        exchange,
        `label ${label.id} with status voided and voided true`,
        `status ${renderValue(state)}, voided ${renderValue(flag)}`,
      );
    },
    { from: "standard" },
  );
});

/**
 * A label that may be voided for good: one named as fixture, else the newest completed one where everything
 * that the target holds is a fixture.
 */
async function voidable(t: Check): Promise<Item> {
  const { writes, fixturesAll, fixtures } = t.settings;
  if (writes !== "fixtures")
    t.inconclusive("needs --writes fixtures, since a label that was voided stays so");
  const { oldest } = await t.census.list("labels");
  const named = fixtures["label:voidable"] ?? [];
  const fit = oldest.filter(
    ({ id, raw }) => named.includes(id) || (fixturesAll && raw.status === "completed"),
  );
  const label = fit.filter(({ raw }) => raw.voided !== true && trackingOf(raw) !== "").at(-1);
  return label ?? t.inconclusive("needs a label that may be voided; name one as fixture label:voidable");
}

/** Reads the label until it shows itself voided; gives up after a few readings. */
async function readUntilVoided(t: Check, label: Item): Promise<{ exchange: Answered; seen: Item | null }> {
  for (let reading = 1; ; reading += 1) {
    const query = { tracking_number: trackingOf(label.raw) };
    const exchange = await t.askOk({ operation: "v1ListLabels", query });
    const page = decodePage(exchange, "labels");
    const seen = page.kind === "page" ? (page.items.find((item) => item.id === label.id) ?? null) : null;
    const settled = seen !== null && seen.raw.status === "voided" && seen.raw.voided === true;
    if (settled || reading === READINGS) return { exchange, seen };
    await t.session.pause(PAUSE);
  }
}

function trackingOf(raw: Item["raw"]): string {
  const number = raw.tracking_number;
  return typeof number === "string" ? number : "";
}
