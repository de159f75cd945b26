import { describe } from "vitest";
import { WRONG_TYPE } from "../../helpers/contract/conduct.js";
import type { OperationId } from "../../helpers/contract/generated/types.js";
import type { Operation } from "../../helpers/contract/model.js";
import { operations } from "../../helpers/contract/operations.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { inDrawnOrder } from "../../helpers/engine/check/seed.js";
import { refusedForSeller } from "../../helpers/engine/check/seller.js";
import { workingExchange } from "../../helpers/engine/operations/calls-so-far.js";
import { existenceOfDownload } from "../../helpers/engine/operations/downloads.js";
import { existenceOf } from "../../helpers/engine/operations/existence.js";
import { askOnce } from "../../helpers/engine/operations/probe.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { missingOperation } from "../../helpers/oracles/answers/existence.js";
import { isAboutTheCaller, toldBy } from "../../helpers/oracles/answers/refusal.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { parts } from "../parts.js";

const DOWNLOADS: ReadonlySet<OperationId> = new Set(["v1DownloadFile", "v2DownloadFile"]);

/** Another place where an operation with an inferred path may be. */
const ELSEWHERE: Readonly<Partial<Record<OperationId, string>>> = {
  v2UpdateProduct: "/v2/products/se-999999999999999/update",
  v2DeactivateProduct: "/v2/products/se-999999999999999/deactivate",
};

function isProbed(t: Check, { id }: Operation): boolean {
  const most = t.budget("operations.probed");
  if (most >= operations.length || t.settings.only.length > 0) return true;
  return inDrawnOrder(operations, t.settings.seed).findIndex((each) => each.id === id) < most;
}

async function observeElsewhere(t: Check, { id, method }: Operation): Promise<void> {
  const pathname = ELSEWHERE[id];
  if (pathname === undefined) return;
  const answer = await askOnce(t, { pathname, method, raw: WRONG_TYPE });
  t.observe(`${method} ${pathname} was answered with ${answer?.answer.status ?? "nothing"}.`);
}

/** Ends the check of an operation that has not worked yet and is not probed by this run. */
function needsProbe(t: Check, operation: Operation): void {
  if (workingExchange(t, operation) !== null) return;
  if (!parts.has("operations")) t.notApplicable("no check of this shard calls it; another shard probes it");
  if (!isProbed(t, operation))
    t.inconclusive(
      "effort quick probes a sample of the operations only; --effort standard probes each",
      "--effort standard",
    );
}

const NO_ANSWER = "its probes got no answer; run again when the target is stable";

/** Ends a check whose answers do not tell whether the operation exists. */
function unclear(t: Check, operation: Operation, shown: Answered | undefined): never {
  const { id, method } = operation;
  if (method !== "GET" && !t.mayWrite("own"))
    t.inconclusive(
      "neither a read nor OPTIONS shows that it exists, and calling it could change something; needs --writes own",
      "--writes own",
    );
  const unsent = t.session.conduct.whyNot({ operation: id, raw: WRONG_TYPE });
  if (unsent !== null) throw unsent;
  if (shown === undefined) t.inconclusive(NO_ANSWER);
  const refused = refusedForSeller(shown);
  if (refused !== null) throw refused;
  return t.inconclusive(
    `its probes do not show that it exists: they were answered with ${toldBy(shown.answer)}; ${whatWouldShow(operation, shown)}`,
  );
}

function whatWouldShow({ id, method, path, pathParams }: Operation, { answer }: Answered): string {
  if (DOWNLOADS.has(id))
    return `a label with the address of a file below ${path.slice(0, path.indexOf("{"))} would settle it`;
  if (isAboutTheCaller(answer) || (method === "GET" && pathParams.length === 0))
    return "an account that may use it would settle it";
  return method === "GET"
    ? "an existing resource of its kind would settle it"
    : "an Allow header on its path would show it";
}

describe("Operations", () => {
  for (const operation of operations) {
    rule(`operation.${operation.id}`, "compares its answers with those of unknown paths", async (t) => {
      needsProbe(t, operation);
      const find = DOWNLOADS.has(operation.id) ? existenceOfDownload : existenceOf;
      const { is, shown } = await find(t, operation);
      const [answer] = shown;
      if (is === "unclear") unclear(t, operation, answer);
      if (answer === undefined) t.inconclusive(NO_ANSWER);
      t.saw("answers");
      if (is === "there") return t.session.judge.noteThere(operation.id);
      await observeElsewhere(t, operation);
      t.find(missingOperation(t.rule, operation, shown));
    });
  }
});
