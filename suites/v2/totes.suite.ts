import { describe } from "vitest";
import type { Answered, Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { beginOwn } from "../../helpers/engine/resources/created.js";
import { awaitEffect } from "../../helpers/engine/resources/eventually.js";
import type { Raw } from "../../helpers/wire/raw.js";
import { objectsIn } from "../../helpers/wire/search.js";
import { succeeded } from "../../helpers/wire/status.js";

/** Totes that are sent at a time. */
const SEVERAL = [1, 2] as const;

/** Totes that an answer shows under one of these names. */
function totesIn({ answer: { body } }: Answered, names: readonly string[]): readonly Raw[] {
  const records = body.kind === "json" ? objectsIn(body.value) : [];
  return records.filter(({ name, tote_id: id }) => typeof id === "string" && names.includes(String(name)));
}

/** The totes of one creation, as its answer shows them, or the list where that lacks any. */
async function created(t: Check, answer: Answered, names: readonly string[]): Promise<readonly Raw[]> {
  const told = totesIn(answer, names);
  if (told.length >= names.length) return told;
  const isWhole = (exchange: Answered) => totesIn(exchange, names).length >= names.length;
  return totesIn(await awaitEffect(() => t.askOk({ operation: "v2ListTotes" }), isWhole), names);
}

describe("v2 endpoints: totes", () => {
  rule(
    "v2.totes.several",
    "creates two totes at once",
    async (t) => {
      const mark = `plimsoll-${t.settings.run}`;
      const names = SEVERAL.map((n) => `${mark}-${n}`);
      // The shape of the body is not shown.
      const totes = names.map((name) => ({ name, barcode: name }));
      const removal = (id: string) => ({ operation: "v2DeleteTote" as const, path: { tote_id: id } });
      const { created: answer, settle } = await beginOwn(t, {
        ask: { operation: "v2CreateTotes", body: { totes } },
        mark,
        removal,
      });
      const made = succeeded(answer) ? await created(t, answer, names) : [];
      const [first, ...others] = made.map(({ tote_id: id }) => String(id));
      settle(first ?? null);
      for (const id of others) {
        const entry = t.session.ledger.intend({ target: t.settings.url, operation: "v2CreateTotes", mark });
        t.session.ledger.created(entry, removal(id));
        t.session.debts.set(entry, { entry, removal: removal(id) });
      }
      if (made.length === 0)
        t.inconclusive(
          `the creation of two totes was answered ${answer.answer.status}, and none of them is shown; its body is not documented`,
        );
      t.saw("totes", made.length);
      if (made.length < names.length)
        t.breach(
          answer,
          `both totes, ${names.join(" and ")}, are created`,
          made.map(({ name }) => name),
        );
    },
    { from: "standard" },
  );
});
