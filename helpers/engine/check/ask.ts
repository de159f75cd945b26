import type { CallRequest } from "../../target/request.js";

/** A request of a check, without the check's name, which is filled in. */
export type Ask = Omit<CallRequest, "check">;
