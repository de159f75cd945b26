import { describe } from "vitest";
import { rule } from "../../helpers/engine/check/rule.js";
import { askPlainly, type PlainAnswer } from "../../helpers/target/plain-probe.js";
import { isSuccess } from "../../helpers/wire/status.js";

/**
 * Whether somebody behind plain HTTP answered as the API does, who looks at keys. Any other refusal may be that of
 * plain HTTP, in whatever form it comes.
 */
function servedByTheApi({ status, contentType, text }: PlainAnswer): boolean {
  if (status === null || (status !== 401 && !isSuccess(status))) return false;
  return contentType.includes("json") && /"(request_id|errors|labels|total)"\s*:/.test(text);
}

/** The target's own port, and the port for plain HTTP of a host that serves HTTPS on its usual one. */
function plainAddresses(url: string): string[] {
  const { hostname, port, pathname } = new URL(url);
  const path = `${pathname.replace(/\/$/, "")}/v1/labels?page_size=1`;
  return port === "" || port === "443"
    ? [`http://${hostname}:443${path}`, `http://${hostname}${path}`]
    : [`http://${hostname}:${port}${path}`];
}

describe("Authentication", () => {
  rule("transport.plain-http", "asks the same host over plain HTTP, without the key", async (t) => {
    if (!t.settings.url.startsWith("https:")) {
      t.notApplicable("the target's address is plain http, so no transport can be judged");
    }
    for (const url of plainAddresses(t.settings.url)) {
      const answer = await t.session.asides.learn(`GET ${url}`, () => askPlainly(url, t.settings.timeoutMs));
      t.saw("plain calls");
      t.observe(`${new URL(url).host} over plain HTTP: ${answer.status ?? "no answer"}.`);
      if (!servedByTheApi(answer)) continue;
      t.find({
        rule: t.rule,
        request: `GET ${url}`,
        operation: null,
        documented: "the API is served over HTTPS only",
        received: `status ${answer.status} with ${answer.text.slice(0, 100)}`,
        exchanges: [],
      });
    }
  });
});
