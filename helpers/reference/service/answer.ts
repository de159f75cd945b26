/** A handler's answer; one place turns it into a response and adds the request id. */
export interface Answer {
  readonly status: number;
  readonly json?: unknown;
  /** Any other body, with its content type. */
  readonly file?: { readonly type: string; readonly content: string | Uint8Array<ArrayBuffer> };
  /** More headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const ok = (json: unknown): Answer => ({ status: 200, json });
export const created = (json: unknown): Answer => ({ status: 201, json });
export const multi = (json: unknown): Answer => ({ status: 207, json });
/** Success without a body. */
export const noContent = (): Answer => ({ status: 204 });
/** Content type of adjustment reports. */
export const CSV = "text/csv; charset=utf-8";
export const file = (type: string, content: string | Uint8Array<ArrayBuffer>): Answer => ({
  status: 200,
  file: { type, content },
});
