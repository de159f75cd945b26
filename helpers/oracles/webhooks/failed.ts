import { groupBy } from "../../contract/group-by.js";
import type { Answered } from "../../wire/exchange.js";
import { sentIn } from "../../wire/raw.js";
import { isFailure } from "../../wire/status.js";

// Creations of webhooks that fail, which is no refusal: a target may refuse an event, a store or an address.

/** What stays the same where one webhook is tried for other events and stores. */
const CONSTANT = ["name", "url", "headers"] as const;

/** Members besides event and store in which two creations differ. */
export function membersApart(one: Answered, other: Answered): readonly string[] {
  return CONSTANT.filter((member) => sentAs(one, member) !== sentAs(other, member));
}

/** Creations that differ in event and store alone, and all of which fail; the last such ones. None if there are none. */
export function failedAlike(tried: readonly Answered[]): readonly Answered[] {
  const groups = groupBy(tried, (each) => CONSTANT.map((member) => sentAs(each, member)).join("\n"));
  const failed = [...groups.values()].filter((group) => group.length > 1 && group.every(isFailed));
  return failed.at(-1) ?? [];
}

/** Whether a creation fails, rather than being refused. */
export function isFailed({ answer }: Answered): boolean {
  return isFailure(answer.status);
}

function sentAs(creation: Answered, member: string): string {
  return JSON.stringify(sentIn(creation)?.[member] ?? null);
}
