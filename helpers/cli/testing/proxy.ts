import type { IncomingMessage, ServerResponse } from "node:http";
import { createReferenceService, type ReferenceOptions } from "../../reference/service.js";
import { type Served, serveHttp } from "./servers.js";

/** An answer of the reference service, before it is damaged. */
export interface Genuine {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Takes an answer of the reference service and returns another; or writes one itself and returns null. */
export type Damage = (
  genuine: Genuine,
  call: {
    readonly request: IncomingMessage;
    /** What was sent with it. */
    readonly sent: Buffer;
    readonly response: ServerResponse;
    readonly count: number;
  },
) => Genuine | null;

/** Called before a request reaches the service: true if it answered itself. */
type Interception = (call: {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}) => boolean;

/** The reference service behind a proxy that damages its answers. */
export async function proxied(
  apiKey: string,
  damage: Damage,
  options: ReferenceOptions & { readonly intercept?: Interception } = {},
): Promise<Served> {
  const { intercept = () => false, ...reference } = options;
  const service = createReferenceService({ ...reference, apiKey });
  let count = 0;
  return serveHttp(async (request, response) => {
    const sent = await bodyOf(request);
    if (intercept({ request, response })) return;
    const genuine = await genuineAnswer(service.fetch, request, sent);
    const damaged = damage(genuine, { request, sent, response, count: count++ });
    if (damaged === null) return;
    response.writeHead(damaged.status, damaged.headers).end(damaged.body);
  });
}

/** Damage to the text of every JSON answer. */
export function onText(change: (text: string) => string): Damage {
  return (genuine) =>
    genuine.headers["content-type"]?.includes("json") === true
      ? { ...genuine, body: Buffer.from(change(genuine.body.toString())) }
      : genuine;
}

async function genuineAnswer(
  fetch: ReturnType<typeof createReferenceService>["fetch"],
  request: IncomingMessage,
  body: Buffer,
): Promise<Genuine> {
  const { method = "GET" } = request;
  const answer = await fetch(
    new Request(`http://${request.headers.host}${request.url}`, {
      method,
      headers: Object.entries(request.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
      ...(method === "GET" || method === "HEAD" ? {} : { body: new Uint8Array(body) }),
    }),
  );
  // A changed body has another length.
  const { "content-length": _, ...headers } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
