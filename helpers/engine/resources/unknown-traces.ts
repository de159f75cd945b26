import type { Operation } from "../../contract/model.js";
import { operationsIn, operationsOf } from "../../contract/scope.js";
import { traceOf } from "../../oracles/records/traces.js";
import type { Exchange } from "../../wire/exchange.js";
import { renderValue } from "../../wire/message.js";
import type { Check } from "../check/check.js";
import { sampleText } from "./sample-bodies.js";

/** Judges that no record shows what the run sent only to unknown ones, and was refused: by all that was read since. */
export async function judgeTraces(t: Check): Promise<void> {
  for (const change of operationsOf("error.404.v2.change", t.settings)) {
    const [parameter = ""] = change.pathParams;
    const sent = exchangesOf(t, [change]).filter(({ intent }) => intent === "id");
    const trace = traceOf(
      sampleText(t, change.id),
      sent,
      exchangesOf(t, operationsWith(t, change)),
      parameter,
    );
    if (trace === null) continue;
    const { id, pointer, refused, shown, text } = trace;
    const documented = `a change of a record that does not exist, refused with ${refused.answer?.status}, changes none`;
    t.saw("records read since");
    return t.breach([shown, refused], documented, `${id} shows ${renderValue(text)}, as sent`, pointer);
  }
}

function exchangesOf(t: Check, operations: readonly Operation[]): readonly Exchange[] {
  return operations.flatMap(({ id }) => t.session.journal.exchangesOf(id));
}

/** All that is done in any generation with such records, alone and in their list. */
function operationsWith(t: Check, { path }: Operation): readonly Operation[] {
  const [one = ""] = /^.*?\}/.exec(unversioned(path)) ?? [];
  const list = one.slice(0, one.lastIndexOf("/"));
  return operationsIn(t.settings).filter((each) => [one, list].includes(unversioned(each.path)));
}

function unversioned(path: string): string {
  return path.replace(/^\/v\d/, "");
}
