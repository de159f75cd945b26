import type { Page } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { renderValue } from "../../wire/message.js";
import { finding } from "../finding.js";

/** What `errorsOfAnother` compares: the errors of a batch that counts none, and of another one. */
interface ErrorsClaim {
  readonly rule: string;
  readonly batch: string;
  readonly errors: Page;
  readonly others: Page;
}

/** A batch that counts no errors lists none of those that another batch lists. */
export function errorsOfAnother({ rule, batch, errors, others }: ErrorsClaim): Finding[] {
  const known = new Set(others.items.map(({ raw }) => JSON.stringify(raw)));
  const shared = errors.items.find(({ raw }) => known.has(JSON.stringify(raw)));
  if (shared === undefined) return [];
  const documented = `the errors of batch ${batch}, which counts 0, and none of another batch`;
  const exchanges = [errors.exchange, others.exchange];
  return [finding({ rule, exchanges }, documented, renderValue(shared.raw), `/${errors.array}`)];
}
