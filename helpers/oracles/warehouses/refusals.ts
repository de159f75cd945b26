import type { Answered } from "../../wire/exchange.js";
import { deniesValue, errorsIn, isConflict, refusesContent } from "../answers/refusal.js";
import { ADDRESS_MEMBERS, INDICATOR } from "./record.js";

// What the refusal of an update is about.

/** Error codes of a target that looks addresses up: the ones sent here do not exist. */
const ABOUT_THE_PLACE = new Set<unknown>(["invalid_address", "verification_failure"]);

/** Whether a refusal says that there is no such place. */
export function isAboutThePlace({ answer }: Answered): boolean {
  return errorsIn(answer).some(({ error_code: code }) => ABOUT_THE_PLACE.has(code));
}

/** Members of an address whose values a target may look up or check for their form. */
const CHECKED = ADDRESS_MEMBERS.filter((member) => !member.endsWith("name"));

/** Whether a refusal names a member of an address whose value the target does not take. */
export function deniesAddress({ answer }: Answered): boolean {
  return CHECKED.some((member) => deniesValue(answer, member));
}

/** Whether a refusal names the indicator, which the documented body leaves out of the return address. */
export function asksForIndicator({ answer }: Answered): boolean {
  return errorsIn(answer).some(({ field_name: field, message }) => {
    if (String(field).includes(INDICATOR)) return true;
    const said = `${field} ${message}`;
    return /residential/i.test(said) && !/origin/i.test(said);
  });
}

/**
 * Whether a refusal may be due to the warehouse as it is: a conflict, or a business rule that names no member. Another
 * warehouse may then be changed.
 */
export function isAboutTheWarehouse({ answer }: Answered): boolean {
  if (!refusesContent(answer)) return false;
  return (
    isConflict(answer) ||
    errorsIn(answer).some(
      ({ error_type: type, error_code: code, field_name: field }) =>
        code === "default_warehouse_cannot_be_deleted" ||
        (type === "business_rules" && typeof field !== "string"),
    )
  );
}
