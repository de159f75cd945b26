import { describe } from "vitest";
import { WRONG_TYPE } from "../../helpers/contract/conduct.js";
import { type Operation, type OperationId, operations } from "../../helpers/contract/operations.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { seedFor } from "../../helpers/engine/check/seed.js";
import { standingOfDownload } from "../../helpers/engine/operations/downloads.js";
import { standingOf, workingExchange } from "../../helpers/engine/operations/existence.js";
import { askOnce } from "../../helpers/engine/operations/probe.js";
import { missingOperation } from "../../helpers/oracles/existence.js";
import { parts } from "../parts.js";

const DOWNLOADS: ReadonlySet<OperationId> = new Set(["v1DownloadFile", "v2DownloadFile"]);

/** Where an operation may lie as well whose path had to be inferred. */
const ELSEWHERE: Readonly<Partial<Record<OperationId, string>>> = {
  v2UpdateProduct: "/v2/products/se-999999999999999/update",
  v2DeactivateProduct: "/v2/products/se-999999999999999/deactivate",
};

function isProbed(t: Check, { id }: Operation): boolean {
  const most = t.budget("operations.probed");
  if (most >= operations.length || t.settings.only.length > 0) return true;
  const rank = (each: OperationId): number => seedFor(t.settings.seed, each);
  return operations.filter((other) => rank(other.id) < rank(id)).length < most;
}

async function observeElsewhere(t: Check, { id, method }: Operation): Promise<void> {
  const pathname = ELSEWHERE[id];
  if (pathname === undefined) return;
  const answer = await askOnce(t, { pathname, method, raw: WRONG_TYPE });
  t.observe(`${method} ${pathname} was answered ${answer?.answer.status ?? "not at all"}.`);
}

describe("Operations", () => {
  for (const operation of operations) {
    rule(`operation.${operation.id}`, "compares its answers with those of unknown paths", async (t) => {
      const works = workingExchange(t, operation) !== null;
      if (!works && !parts.has("operations")) {
        t.notApplicable("no check of this shard calls it; another shard probes it");
      }
      if (!works && !isProbed(t, operation)) {
        t.inconclusive("effort quick probes a sample of the operations only; --effort standard probes each");
      }
      const find = DOWNLOADS.has(operation.id) ? standingOfDownload : standingOf;
      const { is, shown } = await find(t, operation);
      const [answer] = shown;
      if (is === "unclear" && operation.method !== "GET" && t.settings.writes === "none")
        return t.inconclusive(
          "no read and no OPTIONS shows that it is there, and a call of it could have an effect; needs --writes own",
        );
      const unsent = t.session.conduct.whyNot({ operation: operation.id, raw: WRONG_TYPE });
      if (is === "unclear" && unsent !== null) return t.inconclusive(unsent);
      if (answer === undefined)
        return t.inconclusive("its probes got no answer; run again when the target is stable");
      if (is === "unclear") {
        return t.inconclusive(
          `its answer (status ${answer.answer.status}) does not tell it from an unknown path; an existing resource of its kind would`,
        );
      }
      t.saw("answers");
      if (is === "there") return;
      await observeElsewhere(t, operation);
      t.find(missingOperation(t.rule, operation, shown));
    });
  }
});
