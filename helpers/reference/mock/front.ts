import { cors } from "hono/cors";
import type { Hono } from "hono/tiny";
import type { Behaviours } from "../service/behaviours.js";
import type { OnTheWire } from "../service/wire.js";
import { ADMIN, makeAdmin } from "./admin.js";
import type { Levers } from "./levers.js";
import { page } from "./page.js";
import type { ReceivedRequest } from "./received.js";
import { troubled } from "./troubled.js";

interface FrontOptions {
  readonly levers: Levers;
  readonly does: Behaviours;
  /** Whether the page at / may show the key. */
  readonly showKey: boolean;
  /** Whether requests are recorded. */
  readonly keepsRequests: boolean;
  readonly onRequest: ((request: ReceivedRequest) => void) | undefined;
}

/** Headers that a script of another origin may read. */
const EXPOSED = ["X-Service-RequestID", "Retry-After"];

/** What surrounds the service when it is a mock: CORS, the page, the levers, the log and the troubles. */
export function front({ levers, does, showKey, keepsRequests, onRequest }: FrontOptions) {
  const { requests } = levers;
  const forBrowsers = cors({ origin: "*", exposeHeaders: EXPOSED });
  // Made once: it keeps the snapshots, even if another app replaces this one.
  const admin = makeAdmin(levers);
  return (app: Hono<OnTheWire>): void => {
    app.use((c, next) => {
      const { req } = c;
      // Without an Origin header it is not a preflight; plain OPTIONS is for the service to answer.
      const asked = req.header("origin") !== undefined;
      const isPlainOptions =
        req.method === "OPTIONS" && req.header("access-control-request-method") === undefined;
      return asked && !isPlainOptions ? forBrowsers(c, next) : next();
    });
    app.get("/", (c) => c.html(page(new URL(c.req.url).origin, showKey ? levers.apiKey : null)));
    app.route(ADMIN, admin);
    if (keepsRequests) app.use(requests.middleware(levers.lost, onRequest));
    app.use(troubled(levers, does));
  };
}
