import { describe } from "vitest";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { askPlainly } from "../../helpers/target/probes/plain-probe.js";
import { isLoopback, type Settings } from "../../helpers/target/settings/settings.js";

/** The target's own port, and port 80 where it uses the default HTTPS port. */
function plainAddresses(url: string): string[] {
  const { hostname, port, pathname } = new URL(url);
  const path = `${pathname.replace(/\/$/, "")}/v1/labels?page_size=1`;
  return port === "" || port === "443"
    ? [`http://${hostname}:443${path}`, `http://${hostname}${path}`]
    : [`http://${hostname}:${port}${path}`];
}

/**
 * Without a key, a refusal does not show whether a call with a key would be served. The key is sent unencrypted only to
 * this machine, where nobody can listen.
 */
function headersFor({ url, apiKey }: Settings): Readonly<Record<string, string>> {
  return apiKey !== null && isLoopback(url) ? { "API-Key": apiKey } : {};
}

describe("Authentication", () => {
  rule("transport.plain-http", "asks the same host over plain HTTP", async (t) => {
    const { url: target, timeoutMs } = t.settings;
    if (!target.startsWith("https:")) {
      t.notApplicable("the target's address is plain http, so no transport can be judged");
    }
    for (const url of plainAddresses(target)) {
      const answer = await t.session.sideNotes.learn(`GET ${url}`, () =>
        askPlainly(url, timeoutMs, headersFor(t.settings)),
      );
      t.saw("plain calls");
      t.observe(`${new URL(url).host} over plain HTTP: ${answer.status ?? "no answer"}.`);
      if (!answer.served) continue;
      t.breachIn(
        `GET ${url}`,
        "the API is served over HTTPS only",
        `status ${answer.status} with a list of labels`,
      );
    }
  });
});
