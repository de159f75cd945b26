import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Compliance } from "../../reports/results.js";
import { LEDGER_FILE } from "../target/ledger/ledger.js";
import { type Manner, type Naive, serveNaive } from "./testing/naive.js";
import { emptyFolder, plimsoll } from "./testing.js";

/** Whatever a run does under --writes own it does under --writes fixtures too. */
const FIXTURES = ["--writes", "fixtures", "--fixture", "carrier=se-1"];
/** Rules that read lists and nothing else: they are made against the service that accepts everything. */
const READINGS = "*.slice.*,*.filter.*,*.default.*,*.total,*.partition,shipments.*,reports.*,paging.*";
const EVERYTHING: Manner = { anyKey: true, anyBody: true, anywhere: true };
/**
 * What each service leaves unchecked; one that leaves no more than JSON and routes to be looked at has tests of its
 * own.
 */
const MANNERS: readonly (readonly [string, Manner, readonly string[]])[] = [
  ["accepts everything", EVERYTHING, []],
  [
    "checks keys, but neither bodies nor ids nor methods",
    { anyBody: true, anywhere: true },
    ["--skip", READINGS],
  ],
  ["looks at bodies and routes only", { anyKey: true }, ["--skip", READINGS]],
];

interface Judged {
  readonly service: Naive;
  readonly out: string;
  readonly stdout: string;
  readonly result: Compliance;
  readonly ledger: string;
}

/** A run against a naive service. */
async function judged(manner: Manner, options: readonly string[]): Promise<Judged> {
  const service = await serveNaive(manner);
  const out = emptyFolder();
  try {
    const args = ["run", service.url, "--out", out, ...options];
    const { stdout, stderr, code } = await plimsoll(args, service.apiKey);
    expect(code, stderr).not.toBe(2);
    const result: Compliance = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
    return { service, out, stdout, result, ledger: textIn(join(out, LEDGER_FILE)) };
  } finally {
    await service.close();
  }
}

/** Empty where there is no such file. */
function textIn(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Everything that the service made or changed is named in the ledger, and gone. */
function expectOwnOnly({ service, ledger, result }: Judged): void {
  for (const { kind, at } of service.effects)
    if (kind !== "removed") expect(ledger).toContain(at.split("/").at(-1));
  expect(service.remaining).toEqual([]);
  expect(result.leftovers).toEqual([]);
}

describe("a service that", { timeout: 180_000 }, () => {
  it("accepts everything is only read under --writes none", async () => {
    const { service } = await judged(EVERYTHING, ["--writes", "none", "--effort", "thorough"]);
    expect(service.asked.length).toBeGreaterThan(500);
    expect(service.asked.filter((line) => !/^(GET|HEAD|OPTIONS) /.test(line))).toEqual([]);
    expect(service.effects).toEqual([]);
  });

  it.each(MANNERS)("%s keeps what is not named under --writes fixtures", async (_, manner, skipped) => {
    expectOwnOnly(await judged(manner, [...FIXTURES, ...skipped]));
  });
});

describe("something that is carried out though it had to be refused", { timeout: 60_000 }, () => {
  let run: Judged;
  beforeAll(async () => {
    run = await judged({}, FIXTURES);
  }, 60_000);

  it("holds nothing of the run afterwards", () => expectOwnOnly(run));

  it("ends the probes of its kind, and stands at the top of all reports", () => {
    const { service, out, stdout, result } = run;
    const told =
      "POST /v2/environment/webhooks was answered with 200, though its body is none that an operation documents";
    expect(result.run.effects).toContain(told);
    const probed = service.effects.filter(
      ({ kind, request }) => kind === "made" && !/webhooks|batches/.test(request),
    );
    expect(probed).toEqual([]);
    expect(stdout.split("\n").slice(0, 9).join(" ")).toContain("had an effect on the target: POST");
    const page = textIn(join(out, "index.html"));
    expect(page.indexOf(told)).toBeLessThan(page.indexOf("</header>"));
    expect(textIn(join(out, "summary.md")).split("\n").slice(0, 12).join("\n")).toContain(told);
    const stopped = result.rules.filter(({ reason }) =>
      reason?.includes("no more requests of its kind were sent"),
    );
    expect(stopped.map(({ verdict }) => verdict)).toContain("inconclusive");
  });

  it("is told again by whoever judges the recording", async () => {
    const { out, result } = run;
    const again = emptyFolder();
    await plimsoll(["judge", join(out, "exchanges.har"), "--out", again]);
    const second: Compliance = JSON.parse(readFileSync(join(again, "compliance.json"), "utf8"));
    expect(second.run.effects).toEqual(result.run.effects);
    const verdicts = ({ rules }: Compliance) => rules.map(({ id, verdict }) => `${id} ${verdict}`);
    expect(verdicts(second)).toEqual(verdicts(result));
  });
});

describe("a creation that answers with what was there before", { timeout: 60_000 }, () => {
  it("is none of the run's own, and nobody removes it", async () => {
    const batchAnswered = await someBatch();
    const { service } = await judged({ batchAnswered }, ["--writes", "own", "--only", "batch*"]);
    expect(service.asked).toContainEqual(expect.stringMatching(/^POST .*\/batches$/));
    expect(service.asked).not.toContainEqual(
      expect.stringMatching(`(DELETE|PUT) .*/batches/${batchAnswered}$`),
    );
  });
});

/** An open batch of the data behind the naive services. */
async function someBatch(): Promise<string> {
  const service = await serveNaive(EVERYTHING);
  try {
    const answer = await fetch(`${service.url}/v1/batches?status=open`);
    const id = /"batch_id":"([^"]+)"/.exec(await answer.text())?.[1];
    if (id === undefined) throw new Error("no batch");
    return id;
  } finally {
    await service.close();
  }
}
