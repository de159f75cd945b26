import type { OperationId, RuleId, SchemaId } from "./generated/types.js";

/** The parts of the contract: operations and rules. */

export type Generation = "v1" | "v2";

/** What an operation does to the data of the target. */
type Effect = "read" | "create" | "update" | "delete" | "act";

/** The worst that a call may do; see schemas/README.md. */
type Risk = "none" | "state" | "money" | "third-party" | "irreversible";

/** How the items of a list show what a parameter filters by. */
export type Shown =
  /** As the value of this member; links may show a value that stands for all. */
  | { readonly by: "member"; readonly member: string; readonly all?: string }
  /** As the name of one of their tags. */
  | { readonly by: "tag" }
  /** Not at all; a member of another list provides values. */
  | { readonly by: "elsewhere"; readonly list: ListName; readonly member: string };

/** Name of a list that the contract describes in full: the member that holds its array. */
export type ListName = "shipments" | "labels" | "reports";

/** A documented query parameter; `enum` and `default` only if the contract gives them. */
export interface QueryParameter {
  readonly name: string;
  readonly type: "string" | "integer";
  readonly enum?: readonly string[];
  readonly default?: string | number;
  /** Only for filters. */
  readonly filters?: Shown;
}

/** What the contract says about the answers with one status. */
interface ResponseShape {
  readonly mediaTypes: readonly string[];
  /** Null if there is no JSON body or its shape is open. */
  readonly schema: SchemaId | null;
  /** True if the contract leaves the shape, the media type or the status itself open. */
  readonly open: boolean;
  /** True if the contract names this status, or shows its body, as the operation's success. */
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
  /** Month of addition, "YYYY-MM"; null if the contract gives none. */
  readonly since: string | null;
  /** True if the path was inferred from its neighbours. */
  readonly assumed: boolean;
  readonly pathParams: readonly string[];
  /** Path parameters that stand for several segments. */
  readonly multiSegment: readonly string[];
  readonly query: readonly QueryParameter[];
  readonly effect: Effect;
  readonly risk: Risk;
  /** True if a call without a body, or with an empty one, may succeed. */
  readonly bare: boolean;
  readonly paged: boolean;
  /** Name of the array that holds the items of a paged answer, if known. */
  readonly list: string | null;
  /** Null if the operation takes no body or its shape is open. */
  readonly requestSchema: SchemaId | null;
  /** True if the operation takes, or may take, a body. */
  readonly takesBody: boolean;
  /** By status, such as "200". */
  readonly responses: Readonly<Record<string, ResponseShape>>;
  readonly successStatuses: readonly string[];
  /** The success statuses that the contract states; empty if it leaves them open. */
  readonly statedStatuses: readonly string[];
}

export type Level = "must" | "should" | "open";

/**
 * What it takes to judge a rule. `exchange`: an oracle that looks at every exchange of the run; `relation`: a check
 * that sends requests and compares their answers with what is due; `state`: a change, and the data before and after it;
 * `none`: the rule is only listed.
 */
type JudgedBy = "exchange" | "relation" | "state" | "transport" | "event" | "none";

/** One checkable statement of the contract. */
export interface Rule {
  readonly id: RuleId;
  /** Heading in the document that the statement comes from. */
  readonly section: string;
  readonly generation: "v1" | "v2" | "both";
  readonly level: Level;
  readonly statement: string;
  /** Operations that the statement is about; empty if about all. */
  readonly operations: readonly OperationId[];
  readonly by: JudgedBy;
  /** The least evidence that a verdict needs, in words. */
  readonly needs: string | null;
  /** Only if `by` is `none`. */
  readonly whyUnjudged: string | null;
  /** If the rule is about answers that no service has to give: what to say if none came. */
  readonly unless: string | null;
}
