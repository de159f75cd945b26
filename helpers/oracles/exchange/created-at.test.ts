import { describe, expect, it } from "vitest";
import { sampleExchange } from "../testing.js";
import { ExchangeJudge } from "./judge.js";

const RULE = "content.created-at.constant";
let next = 0;

const batch = (id: string, created_at: string) =>
  sampleExchange({
    index: next++,
    operation: "v1GetBatch",
    path: `/v1/batches/${id}`,
    json: { batch_id: id, created_at },
  });
const labels = (created_at: string) =>
  sampleExchange({
    index: next++,
    operation: "v1ListLabels",
    path: "/v1/labels",
    json: { labels: [{ label_id: "se-1", created_at }], total: 1 },
  });

/** What a judge of all these exchanges says of the rule. */
function judged(...exchanges: readonly ReturnType<typeof batch>[]) {
  const judge = new ExchangeJudge({ requestIdHeader: "X-Service-RequestID", serviceName: null });
  for (const exchange of exchanges) judge.look(exchange);
  return judge.collected(RULE);
}

describe("the time of creation of a record", () => {
  it("stays the same from one read to the next", () => {
    const [one, other] = [batch("se-1", "2026-01-02T10:00:00Z"), batch("se-1", "2026-01-02T11:00:00Z")];
    const { findings } = judged(one, other);
    expect(findings).toMatchObject([
      { received: '"2026-01-02T11:00:00Z"', exchanges: [other.index, one.index] },
    ]);
    expect(judged(labels("2026-01-02T10:00:00Z"), labels("2026-01-02T11:00:00Z")).findings).toHaveLength(1);
  });

  it("may be printed in another form, and belongs to one record of one kind", () => {
    const one = batch("se-1", "2026-01-02T10:00:00Z");
    const same = batch("se-1", "2026-01-02T12:00:00.250+02:00");
    expect(judged(one, same, batch("se-1", "2026-01-02T15:00:00"))).toEqual({ findings: [], evidence: 2 });
    const others = [batch("se-2", "2026-01-03T10:00:00Z"), labels("2026-01-04T10:00:00Z")];
    expect(judged(one, ...others)).toEqual({ findings: [], evidence: 0 });
  });
});
