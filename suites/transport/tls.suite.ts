import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import type { TlsAnswer } from "../../helpers/target/probes/tls-answer.js";
import { type NewVersion, shakeHands } from "../../helpers/target/probes/tls-connect.js";
import { type OldVersion, offerOldVersion } from "../../helpers/target/probes/tls-probe.js";

function address(t: Check): { host: string; port: number; line: string } {
  const { protocol, hostname, port } = new URL(t.settings.url);
  if (protocol !== "https:")
    t.notApplicable("the target's address is plain http, so no transport can be judged");
  const number = port === "" ? 443 : Number(port);
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: number,
    line: `TLS handshake with ${hostname}:${number}`,
  };
}

async function offer(t: Check, version: OldVersion): Promise<Exclude<TlsAnswer, { kind: "unclear" }>> {
  const { host, port, line } = address(t);
  const answer = await t.session.sideNotes.learn(`${line} offering only ${version}`, () =>
    offerOldVersion(host, port, version, t.settings.timeoutMs),
  );
  if (answer.kind === "unclear") t.inconclusive(`${line} offering only ${version}: ${answer.why}; run again`);
  t.saw(`handshakes offered with ${version}`);
  return answer;
}

async function mustRefuse(t: Check, version: OldVersion): Promise<void> {
  const answer = await offer(t, version);
  if (answer.kind === "refused") return;
  t.breachIn(
    address(t).line,
    `a handshake that offers only ${version} is refused`,
    `the server accepted ${version}`,
  );
}

function worded(answer: TlsAnswer): string {
  if (answer.kind === "accepted") return "works";
  return answer.kind === "refused" ? `is refused (${answer.how})` : `is unclear (${answer.why})`;
}

describe("Authentication", () => {
  rule("transport.ssl3-refused", "offers SSL 3.0 alone", (t) => mustRefuse(t, "SSL 3.0"));

  rule("transport.tls10-refused", "offers TLS 1.0 alone", (t) => mustRefuse(t, "TLS 1.0"));

  rule("transport.tls11", "offers TLS 1.1 alone", async (t) => {
    const answer = await offer(t, "TLS 1.1");
    t.observe(answer.kind === "accepted" ? "TLS 1.1 is accepted." : `TLS 1.1 is refused: ${answer.how}.`);
  });

  rule("transport.tls11-refused.v2", "offers TLS 1.1 alone to a host of v2 only", async (t) => {
    address(t);
    if (t.settings.generations.includes("v1")) {
      t.notApplicable(
        "the host serves v1 too, for which TLS 1.1 is allowed; --generation v2 judges a host of v2 alone",
      );
    }
    await mustRefuse(t, "TLS 1.1");
  });

  rule("transport.tls12-works", "shakes hands with TLS 1.2 and with TLS 1.3", async (t) => {
    const { host, port, line } = address(t);
    const shake = (version: NewVersion) =>
      t.session.sideNotes.learn(`${line} offering only ${version}`, () =>
        shakeHands(host, port, version, t.settings.timeoutMs),
      );
    const [old, recent] = await Promise.all([shake("TLSv1.2"), shake("TLSv1.3")]);
    const heard = `TLS 1.2 ${worded(old)}, TLS 1.3 ${worded(recent)}`;
    const kinds = [old.kind, recent.kind];
    t.saw("handshakes", 2);
    t.observe(`${heard}.`);
    if (kinds.includes("accepted")) return;
    if (kinds.includes("unclear")) t.inconclusive(`${line}: ${heard}; run again`);
    t.breachIn(line, "TLS 1.2 or a later version can be used", heard);
  });
});
