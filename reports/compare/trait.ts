/** What can differ between services that both keep the contract. */
export type Aspect = "status" | "member" | "form" | "header" | "order" | "limit";

/** What a trait is about. */
export interface Subject {
  readonly aspect: Aspect;
  /** The name of what is looked at: a member, a header. */
  readonly what: string;
  /** Where: an operation, a path in its answers. */
  readonly place: string;
}

/** How a service behaves at one place. */
export interface Trait extends Subject {
  /** All values seen there. */
  readonly seen: Set<string>;
  /** For a member or a form: records that it was seen on, as many as tell. */
  readonly owners: Set<string>;
}

/** How a service behaves. */
export interface Traits {
  /** By aspect and place. */
  readonly all: ReadonlyMap<string, Trait>;
  /** The records whose objects with members were seen, by place. */
  readonly objects: ReadonlyMap<string, ReadonlySet<string>>;
  /** The records on which members and forms were seen at any place, by `subjectOf`. */
  readonly sightings: ReadonlyMap<string, Sightings>;
}

/** Records that show something, to distinguish a habit from data. */
export interface Sightings {
  readonly all: Set<string>;
  /** By what was seen. */
  readonly by: Map<string, Set<string>>;
}

/** Prefix of the places of errors, which are grouped by status rather than operation. */
export const ERROR = "error ";
/** The name of a body as a whole. */
export const BODY = "the body";

/** What a member or a form belongs to, at any place. Errors are separate for each status, and so are whole bodies. */
export function subjectOf({ aspect, place, what }: Subject): string {
  const isOwn = place.startsWith(ERROR) || what === BODY;
  return `${aspect} ${isOwn ? place : ""} ${what}`;
}
