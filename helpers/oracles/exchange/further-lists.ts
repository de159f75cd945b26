import type { RuleId } from "../../contract/generated/types.js";
import { isObject } from "../../contract/json.js";
import { LINK_NAMES, V2_LISTS } from "../../contract/lists.js";
import type { Operation } from "../../contract/model.js";
import { validate } from "../../contract/validator.js";
import { decodeOpenPage, MALFORMED, type Page } from "../../wire/decode.js";
import type { Findings } from "../../wire/exchange.js";
import { finding } from "../finding.js";
import { type Judgement, looked, NOTHING } from "../judgement.js";
import { pageEcho, pagesAsShown, totalAsShown } from "../lists/envelope.js";
import { linkEmpty, linkTarget } from "../lists/links.js";
import type { JudgedExchange } from "./context.js";

/** The rule for lists of v2 that are not said to be paged. */
export const FURTHER_RULE: RuleId = "paging.envelope.v2.further";

const MEMBERS = ["total", "page", "pages", "links"] as const;

/**
 * A list of v2 that is not said to be paged, but carries all members of the envelope. A single one of these names may
 * mean something else.
 */
export function judgeFurtherList({ exchange, answer, operation }: JudgedExchange): Judgement {
  if (operation === null || !isFurtherList(operation)) return NOTHING;
  if (answer.status !== 200 || answer.body.kind !== "json") return NOTHING;
  const body = answer.body.value;
  if (!isObject(body) || !MEMBERS.every((name) => name in body)) return NOTHING;
  const blame = { rule: FURTHER_RULE, exchanges: [exchange] };
  const [wrong] = validate("shared/paging", body).breaches;
  if (wrong !== undefined) {
    const { documented, received, pointer } = wrong;
    return looked(FURTHER_RULE, [finding(blame, documented, received, pointer)]);
  }
  // Which parameters such a list takes is open.
  const page = new URL(exchange.request.url).search === "" ? decodeOpenPage(exchange, "") : null;
  return looked(FURTHER_RULE, page?.kind === "page" ? contradictions(page).slice(0, 1) : []);
}

function isFurtherList({ id, generation, method, pathParams }: Operation): boolean {
  const isPlain = generation === "v2" && method === "GET" && pathParams.length === 0;
  return isPlain && !V2_LISTS.some(({ operation }) => operation === id);
}

function contradictions(page: Page): Findings {
  const rule = FURTHER_RULE;
  const found = [
    ...pageEcho({ rule, page }),
    ...pagesAsShown({ rule, page }),
    ...totalAsShown({ rule, page }),
  ];
  if (found.length > 0) return found;
  return LINK_NAMES.filter((link) => page.links[link] !== MALFORMED).flatMap((link) => [
    ...linkEmpty({ rule, page, link }),
    ...linkTarget({ rule, page, link }),
  ]);
}
