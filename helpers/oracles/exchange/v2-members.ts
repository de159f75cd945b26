import { isTimestamp } from "../../contract/formats.js";
import type { RuleId } from "../../contract/generated/types.js";
import { isObject } from "../../contract/json.js";
import { operations } from "../../contract/operations.js";
import { renderValue } from "../../wire/message.js";
import { jsonOf } from "../../wire/raw.js";
import { type Node, walk } from "../../wire/search.js";
import { isSuccess } from "../../wire/status.js";
import { broken, type Judgement, kept, merge, NOTHING } from "../judgement.js";
import type { JudgedExchange } from "./context.js";

// The contract does not show the records of v2, but says of some members what they are, wherever they stand.

/** What members of some names are, where a record of v2 shows them. */
interface Form {
  readonly rule: RuleId;
  readonly names: ReadonlySet<string>;
  readonly words: string;
  /** Whether a value says nothing: one that is missing, or of a kind that only the form of a record decides. */
  readonly isSilent: (value: unknown) => boolean;
  readonly isRight: (value: unknown) => boolean;
}

/** Ids stand in the paths of v2. Those of webhooks have a form of their own. */
const IDS = operations
  .filter(({ generation }) => generation === "v2")
  .flatMap(({ pathParams }) => pathParams)
  .filter((name) => name.endsWith("_id") && name !== "webhook_id");

const isBare = (value: unknown) => typeof value === "number" || (typeof value === "string" && value !== "");

const FORMS: readonly Form[] = [
  {
    rule: "content.timestamp.form.v2",
    names: new Set(["created_at", "modified_at", "ship_date", "voided_at"]),
    words: "an ISO 8601 timestamp",
    isSilent: (value) => !isBare(value),
    isRight: (value) => typeof value === "string" && isTimestamp(value),
  },
  {
    rule: "content.identifier.form.v2",
    names: new Set(IDS),
    words: "a string",
    isSilent: (value) => !isBare(value),
    isRight: (value) => typeof value === "string",
  },
  {
    rule: "content.money.form.v2",
    names: new Set(["shipment_cost", "insurance_cost", "insured_value"]),
    words: "an object of currency and amount",
    isSilent: (value) => !isBare(value) && !isObject(value),
    isRight: (value) => isObject(value) && mayBeMoney(value),
  },
];

export const MEMBER_RULES: readonly RuleId[] = FORMS.map(({ rule }) => rule);

const NAMES: ReadonlySet<string> = new Set(FORMS.flatMap(({ names }) => [...names]));

/** Whether the amount and the currency of an object, where it has them, are a number and a text. */
function mayBeMoney({ amount = 0, currency = "" }: Readonly<Record<string, unknown>>): boolean {
  return typeof amount === "number" && typeof currency === "string";
}

/** Members of any record of v2, where they are shown, have the form that the contract gives them. */
export function judgeV2Members({ exchange, answer, operation }: JudgedExchange): Judgement {
  if (operation?.generation !== "v2" || !isSuccess(answer.status)) return NOTHING;
  const nodes: Node[] = [];
  for (const node of walk(jsonOf(answer))) if (NAMES.has(node.name)) nodes.push(node);
  return merge(
    FORMS.map((form) => {
      const shown = nodes.filter(({ name, value }) => form.names.has(name) && !form.isSilent(value));
      const wrong = shown.find(({ value }) => !form.isRight(value));
      if (wrong !== undefined) return wronglyShown(form, exchange, wrong);
      return shown.length > 0 ? kept(form.rule) : NOTHING;
    }),
  );
}

function wronglyShown({ rule, words }: Form, exchange: JudgedExchange["exchange"], node: Node): Judgement {
  return broken(rule, exchange, `${node.name} as ${words}`, renderValue(node.value), node.pointer);
}
