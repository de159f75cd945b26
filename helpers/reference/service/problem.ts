type ErrorType = "account_status" | "business_rules" | "validation" | "security" | "system" | "integrations";

/** The codes of the closed list that this service uses. */
export type ErrorCode =
  | "batch_cannot_be_modified"
  | "carrier_not_supported"
  | "field_value_required"
  | "forbidden"
  | "identifier_conflict"
  | "identifiers_must_match"
  | "invalid_field_value"
  | "invalid_identifier"
  | "invalid_object"
  | "invalid_status"
  | "invalid_string_length"
  | "no_rates_returned"
  | "rate_limit_exceeded"
  | "request_body_required"
  | "subscription_inactive"
  | "tracking_not_supported"
  | "unauthorized"
  | "unspecified"
  | "warehouse_conflict"
  | "webhook_event_type_conflict";

export interface ProblemDetail {
  readonly type: ErrorType;
  readonly code: ErrorCode;
  readonly message: string;
  readonly field?: { readonly name: string; readonly value?: string };
}

/** A refusal: thrown by a handler, answered as status and error body. Section "Errors". */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly detail: ProblemDetail,
  ) {
    super(detail.message);
  }
}

/** 400: a parameter or member has a value that is not allowed. `value` is returned as sent. */
export function invalidValue(name: string, value: string, message: string): Problem {
  return new Problem(400, {
    type: "validation",
    code: "invalid_field_value",
    message,
    field: { name, value },
  });
}

/** 400: a member that the request needs is missing. */
export function valueRequired(name: string): Problem {
  return new Problem(400, {
    type: "validation",
    code: "field_value_required",
    message: `${name} must be given.`,
    field: { name },
  });
}

/** 404: there is no such resource. */
export function unknownId(name: string, value: string): Problem {
  return new Problem(404, {
    type: "validation",
    code: "invalid_identifier",
    message: `There is no resource with ${name} ${value}.`,
    field: { name, value },
  });
}

const NO_ROUTE = "There is no operation";

/** 404: the path is not in the contract. */
export function noRoute(method: string, path: string): Problem {
  const message = `${NO_ROUTE} ${method} ${path}.`;
  return new Problem(404, { type: "business_rules", code: "unspecified", message });
}

export function isNoRoute({ detail }: Problem): boolean {
  return detail.message.startsWith(NO_ROUTE);
}

/** 409: the resource's state does not allow this. */
export function conflict(message: string, code: ErrorCode = "invalid_status"): Problem {
  return new Problem(409, { type: "business_rules", code, message });
}
