import type { Compliance } from "../../reports/results.js";
import { USUAL } from "../target/settings/settings.js";
import { asEntry, type HarEntry, type SeenExchange } from "./seen.js";

export interface JudgeOptions {
  /** Address below which /v1 and /v2 lie. @defaultValue that of most exchanges */
  readonly baseUrl?: string;
  /** Name of the request-id header. @defaultValue "X-Service-RequestID" */
  readonly requestIdHeader?: string;
}

/**
 * Judges what somebody saw of a service by what single exchanges and pairs of them show, without any connection: as
 * `plimsoll judge` does with a recording.
 *
 * @param exchanges in the order in which they were sent; entries of a HAR file will do
 * @returns the result, as `compliance.json` has it. What the exchanges do not show is inconclusive.
 * @throws Error when none of them is below /v1 or /v2 of one address, or `baseUrl` is not an address
 */
export async function judge(
  exchanges: Iterable<SeenExchange | HarEntry>,
  options: JudgeOptions = {},
): Promise<Compliance> {
  // Who wants the mock alone need not wait for what judges.
  const [{ complianceOf }, { trafficEvents }, { trafficOf }, { baseUrl }] = await Promise.all([
    import("../../reports/compliance.js"),
    import("../cli/judge/judge-foreign.js"),
    import("../cli/judge/recorded-traffic.js"),
    import("../cli/settings/target-settings.js"),
  ]);
  const startedAt = new Date();
  const base = options.baseUrl === undefined ? null : baseUrl(options.baseUrl);
  const now = startedAt.getTime();
  const entries = [...exchanges].map((seen, index) => asEntry(seen, now + index));
  const traffic = trafficOf({ name: "what was given", entries: () => entries }, base);
  const requestIdHeader = options.requestIdHeader ?? USUAL.requestIdHeader;
  return complianceOf(trafficEvents("what was given", traffic, { requestIdHeader, out: "." }, startedAt));
}
