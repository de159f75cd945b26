import { Random } from "../../reference/service/random.js";
import { proxied } from "./proxy.js";
import type { Served } from "./servers.js";

/** Shares of the requests that fail. */
interface Rates {
  /** 429 with Retry-After of a second or two, in seconds or as a date. */
  readonly limited: number;
  /** 503 instead of an answer, without effect. */
  readonly unavailable: number;
  /** A connection reset, half of the time before the effect, half after it. */
  readonly reset: number;
}

/** The trouble that a flaky target made. */
interface Flaky extends Served {
  /** Method and path of each failed request, by kind of failure. */
  readonly trouble: Readonly<Record<keyof Rates, string[]>>;
}

/** The reference service behind a connection that loses some requests and some answers. */
export async function flaky(apiKey: string, seed: number, rates: Rates): Promise<Flaky> {
  const random = new Random(seed);
  const trouble: Record<keyof Rates, string[]> = { limited: [], unavailable: [], reset: [] };
  const lost = new WeakSet<object>();
  const served = await proxied(
    apiKey,
    (genuine, { request, response }) => {
      if (!lost.has(request)) return genuine;
      response.destroy();
      return null;
    },
    {
      intercept: ({ request, response }) => {
        const line = `${request.method} ${request.url}`;
        const drawn = random.next();
        if (drawn < rates.limited) {
          trouble.limited.push(line);
          const seconds = random.chance(0.5);
          const after = seconds ? "1" : new Date(Date.now() + 1000).toUTCString();
          response.writeHead(429, { "retry-after": after }).end();
          return true;
        }
        if (drawn < rates.limited + rates.unavailable) {
          trouble.unavailable.push(line);
          response.writeHead(503).end();
          return true;
        }
        if (drawn < rates.limited + rates.unavailable + rates.reset) {
          trouble.reset.push(line);
          if (random.chance(0.5)) lost.add(request);
          else response.destroy();
          return response.destroyed;
        }
        return false;
      },
    },
  );
  return { ...served, trouble };
}
