import type { Exchange } from "../../wire/exchange.js";
import { objectOf, type Raw, sentIn } from "../../wire/raw.js";
import { succeededWithKey } from "../../wire/status.js";
import { shows } from "./webhooks.js";

/** Members by which the run tells its webhooks apart, the more telling one first. */
const MARKS = ["url", "name"] as const;
export type WebhookMark = (typeof MARKS)[number];

/** A creation that was answered with the webhook of an earlier one, and not with one as sent. */
interface HandedBack {
  readonly id: string;
  /** The first member that is not as sent. */
  readonly member: WebhookMark;
  readonly sent: unknown;
  readonly shown: unknown;
  readonly exchanges: readonly [created: Exchange, former: Exchange];
}

/** The first such creation; null if there is none. Answers that show nothing but an id tell nothing. */
export function handedBack(created: readonly Exchange[]): HandedBack | null {
  const made = new Map<string, Exchange>();
  for (const exchange of created.filter(succeededWithKey)) {
    const [shown, sent] = [objectOf(exchange.answer), sentIn(exchange)];
    const id = shown?.webhook_id;
    if (typeof id !== "string" || shown === null || sent === null) continue;
    const former = made.get(id);
    const member = MARKS.find((each) => isOther(each, sent, shown));
    if (former !== undefined && member !== undefined)
      return { id, member, sent: sent[member], shown: shown[member], exchanges: [exchange, former] };
    made.set(id, former ?? exchange);
  }
  return null;
}

/** Whether a webhook shows another value of a member than the one sent. */
function isOther(member: WebhookMark, sent: Raw, shown: Raw): boolean {
  const value = sent[member];
  return typeof value === "string" && shows(member, { [member]: value }, shown) === "no";
}
