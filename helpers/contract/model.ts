import type { OperationId, RuleId, SchemaId } from "./generated/types.js";

/** What the contract is made of: operations and rules. */

export type Generation = "v1" | "v2";

/** What an operation does to the data of the target. */
export type Effect = "read" | "create" | "update" | "delete" | "act";

/** The worst that a call may do: see schemas/README.md. */
export type Risk = "none" | "state" | "money" | "third-party" | "irreversible";

/** How the items of a list show what a parameter filters by. */
export type Shown =
  /** As this member. */
  | { readonly by: "member"; readonly member: string }
  /** As the name of one of their tags. */
  | { readonly by: "tag" }
  /** They do not; a member of another list names values. */
  | { readonly by: "elsewhere"; readonly list: ListName; readonly member: string };

/** Name of a list that the contract describes in full: the member that holds its array. */
export type ListName = "shipments" | "labels" | "reports";

/** A documented query parameter; `enum` and `default` only where the contract gives them. */
export interface QueryParameter {
  readonly name: string;
  readonly type: "string" | "integer";
  readonly enum?: readonly string[];
  readonly default?: string | number;
  /** Only of a filter. */
  readonly filters?: Shown;
}

/** What the contract says of the answers with one status. */
export interface ResponseShape {
  readonly mediaTypes: readonly string[];
  /** Null where there is no JSON body or its shape is open. */
  readonly schema: SchemaId | null;
  /** True where the contract leaves the shape, the media type or the status itself open. */
  readonly open: boolean;
  /** True where the contract names this status, or shows its body, as the success of the operation. */
  readonly stated: boolean;
}

/** One operation of schemas/openapi.yaml. */
export interface Operation {
  readonly id: OperationId;
  readonly generation: Generation;
  /** In upper case. */
  readonly method: string;
  /** Path template, such as "/v1/labels/{label_id}/void". */
  readonly path: string;
  readonly area: string;
  readonly summary: string;
  /** Month of addition, "YYYY-MM"; null where the contract gives none. */
  readonly since: string | null;
  /** True where the path was inferred from its neighbours. */
  readonly assumed: boolean;
  readonly pathParams: readonly string[];
  /** Path parameters that stand for several segments. */
  readonly multiSegment: readonly string[];
  readonly query: readonly QueryParameter[];
  readonly effect: Effect;
  readonly risk: Risk;
  /** True where a call without a body, or with one that says nothing, may well succeed. */
  readonly bare: boolean;
  readonly paged: boolean;
  /** Name of the array that holds the items of a paged answer, where known. */
  readonly list: string | null;
  /** Null where the operation takes no body or its shape is open. */
  readonly requestSchema: SchemaId | null;
  /** True where the operation takes, or may take, a body. */
  readonly takesBody: boolean;
  /** By status, such as "200". */
  readonly responses: Readonly<Record<string, ResponseShape>>;
  readonly successStatuses: readonly string[];
  /** Those of them that the contract states; none where it leaves the success status open. */
  readonly statedStatuses: readonly string[];
  readonly errorStatuses: readonly string[];
}

export type Level = "must" | "should" | "open";

/**
 * What it takes to judge a rule. `exchange`: an oracle that looks at every exchange of the run; `relation`: requests of
 * a check, whose answers are compared with what is due; `state`: a change and what is there before and after it;
 * `none`: it is only listed.
 */
export type JudgedBy = "exchange" | "relation" | "state" | "transport" | "event" | "none";

/** One checkable statement of the contract. */
export interface Rule {
  readonly id: RuleId;
  /** Heading of the document that the statement comes from. */
  readonly section: string;
  readonly generation: "v1" | "v2" | "both";
  readonly level: Level;
  readonly statement: string;
  /** Operations that it speaks of; empty when about all. */
  readonly operations: readonly OperationId[];
  readonly by: JudgedBy;
  /** Least evidence that a verdict needs, in words. */
  readonly needs: string | null;
  /** Only where `by` is `none`. */
  readonly whyUnjudged: string | null;
  /** The rule speaks of answers that no service has to give: what to say where none came. */
  readonly unless: string | null;
}
