import { randomUUID } from "node:crypto";
import type { Bend } from "../service/behaviours.js";
import { type ErrorCode, Problem } from "../service/problem.js";
import type { Habit } from "./habit.js";

const refusingPlainHttp =
  (status: number): Bend =>
  (does) => ({
    plainHttp: () => () => {
      const detail = { type: "security", code: "forbidden", message: "Use HTTPS." } as const;
      const body = { request_id: randomUUID(), errors: [does.errorView(new Problem(status, detail))] };
      return Response.json(body, { status, headers: { "X-Service-RequestID": body.request_id } });
    },
  });

const write =
  (change: (headers: Readonly<Record<string, string>>) => Readonly<Record<string, string>>): Bend =>
  (does) => ({
    write: (usual, about) => {
      const written = does.write(usual, about);
      return { ...written, headers: change(written.headers) };
    },
  });

/** An error that is over when the request is sent again. */
interface Passing {
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers every n-th call of some methods with an error. */
const everyOf =
  (methods: readonly string[], nth: number, { status, code, headers = {} }: Passing): Bend =>
  (does) => {
    let turn = 0;
    return {
      handle: (call) => {
        turn += methods.includes(call.operation.method) ? 1 : 0;
        if (turn < nth) return does.handle(call);
        turn = 0;
        const problem = new Problem(status, { type: "system", code, message: "Please try again." });
        return { status, json: { errors: [does.errorView(problem)] }, headers };
      },
    };
  };

export const habits: readonly Habit[] = [
  {
    id: "plain-http-403",
    section: "Authentication",
    sentence: "Plain HTTP on the port of HTTPS is answered with 403 and the error body.",
    bend: refusingPlainHttp(403),
  },
  {
    id: "plain-http-426",
    section: "Authentication",
    sentence: "Plain HTTP on the port of HTTPS is answered with 426 and the error body.",
    bend: refusingPlainHttp(426),
  },
  {
    id: "compressed",
    section: "Conventions",
    sentence: "Answers are compressed for those who accept it.",
    bend: () => ({ compresses: () => true }),
  },
  {
    id: "more-headers",
    section: "Errors",
    sentence: "Answers carry a header of which the document says nothing.",
    bend: write((headers) => ({ ...headers, "X-Served-By": "lavish" })),
  },
  {
    id: "json-with-charset",
    section: "Conventions",
    sentence: "The content type of JSON names a charset.",
    bend: write((headers) =>
      headers["content-type"] === "application/json"
        ? { ...headers, "content-type": "application/json;charset=UTF-8" }
        : headers,
    ),
  },
  {
    id: "type-not-json-415",
    section: "Authentication",
    sentence: "A body that is not declared as JSON is refused with 415.",
    bend: (does) => ({
      readBody: (body, call) => {
        if (body.text !== "" && !/^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(body.type ?? "")) {
          const message = "The request body must be sent as application/json.";
          throw new Problem(415, { type: "validation", code: "invalid_object", message });
        }
        return does.readBody(body, call);
      },
    }),
  },
  {
    id: "downloads-without-key",
    section: "v2 endpoints",
    sentence: "Files of v2 are given to anyone who has their address.",
    bend: (does) => ({
      acceptsKey: (attempt) =>
        does.acceptsKey(attempt) ||
        attempt.operation.id === "v2DownloadFile" ||
        attempt.operation.id === "v2DownloadDocument",
    }),
  },
  {
    id: "files-negotiated",
    section: "Endpoints",
    sentence: "A file is refused with 406 to a client that accepts other types only.",
    bend: (does) => ({
      handle: (call) => {
        const answer = does.handle(call);
        const { accept } = call.incoming;
        const [type = ""] = answer.file?.type.split(";") ?? [];
        if (!answer.file || accept === null || accepts(accept, type)) return answer;
        const message = `There is no such form, only ${type}.`;
        throw new Problem(406, { type: "validation", code: "unspecified", message });
      },
    }),
  },
  {
    id: "rate-limited",
    section: "Limits",
    sentence:
      "Every 25th read is answered with 429 and the code rate_limit_exceeded, to be asked again at once.",
    bend: everyOf(["GET"], 25, { status: 429, code: "rate_limit_exceeded", headers: { "retry-after": "0" } }),
  },
  {
    id: "rate-limited-by-400",
    section: "Status codes",
    sentence: "Every 25th read is answered with 400 and the code rate_limit_exceeded.",
    bend: everyOf(["GET"], 25, { status: 400, code: "rate_limit_exceeded", headers: { "retry-after": "0" } }),
  },
  {
    id: "fails-now-and-then",
    section: "Status codes",
    sentence: "Every 47th call, if it creates nothing, is answered with 500, and well when it is sent again.",
    bend: everyOf(["GET", "PUT", "DELETE"], 47, { status: 500, code: "unspecified" }),
  },
];

const accepts = (accept: string, type: string): boolean =>
  accept.split(",").some((range) => {
    const [name = ""] = range.trim().split(";");
    return name === "*/*" || name === type || name === `${type.split("/")[0]}/*`;
  });
