import type { ChildProcess } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { REPORT_TRIGGER } from "../../reference/mock/admin.js";
import { emptyFolder, plimsoll, start, whileAnswering } from "../testing.js";

const KEY = "the-secret-key-of-this-test-4712";
/** Milliseconds for whole runs, on a machine that has other things to do. */
const LONG = 600_000;
const ALLOWED = ["--writes", "fixtures", "--report-trigger", REPORT_TRIGGER];
const NAMED = ["--product", "Mock of ours", "--version", "2.1"];
const HELD =
  /^HOLDS: Mock of ours 2\.1, v1 and v2, all editions: all \d+ required rules; until \d{4}-\d\d-\d\d; /;

/** Folder of a run that earned a certificate. */
let certified = "";
/** The same for one generation, whose recording is judged again in half of the time. */
let partial = "";

/** A copy of a certificate with what it rests on, to spoil. */
function copied(from = partial): string {
  const folder = emptyFolder();
  for (const file of ["certificate.json", "exchanges.har", "compliance.json"]) {
    cpSync(join(from, file), join(folder, file));
  }
  return folder;
}

const verify = (folder: string, ...args: string[]) =>
  plimsoll(["verify", join(folder, "certificate.json"), ...args]);

/** Changes the text of a file in a copy; gives the copy's folder. */
function changed(file: string, from: string | RegExp, to: string): string {
  const folder = copied();
  const text = readFileSync(join(folder, file), "utf8");
  expect(text).toMatch(from);
  writeFileSync(join(folder, file), text.replace(from, to));
  return folder;
}

/** The arguments of the line that plimsoll serve prints for who wants to certify it. */
async function printed(child: ChildProcess): Promise<string[]> {
  let text = "";
  for await (const piece of child.stderr ?? []) {
    text += String(piece);
    const [, line] = /^To certify it: npx plimsoll (.*)$/m.exec(text) ?? [];
    if (line !== undefined) return line.split(" ");
  }
  throw new Error(`plimsoll serve ended: ${text}`);
}

beforeAll(async () => {
  certified = emptyFolder();
  const service = start(["serve", "--port", "0"], KEY);
  try {
    const line = await printed(service);
    const { code, stdout } = await plimsoll([...line, "--out", certified, ...NAMED], KEY);
    expect(stdout).toMatch(
      /^CERTIFIED: Mock of ours 2\.1, v1 and v2, all editions: all \d+ required rules$/m,
    );
    expect(stdout).toMatch(/^\[!\[certified \d{4}-\d\d-\d\d\]\(badge\.svg\)\]\(certificate\.json\)$/m);
    expect(code).toBe(0);
  } finally {
    service.kill();
    await once(service, "close");
  }
  partial = emptyFolder();
  await whileAnswering([], KEY, async (url) => {
    const { code, stdout } = await plimsoll(
      ["certify", url, ...ALLOWED, "--generation", "v2", "--out", partial, ...NAMED],
      KEY,
    );
    expect(stdout).toMatch(
      /^CERTIFIED: Mock of ours 2\.1, v2, all editions\. Partial: \d+ of \d+ required rules$/m,
    );
    expect(code).toBe(0);
  });
}, LONG);

describe("plimsoll certify", () => {
  it("writes an in-toto statement of the recording", () => {
    const text = readFileSync(join(certified, "certificate.json"), "utf8");
    const statement = JSON.parse(text);
    expect(statement).toMatchObject({
      _type: "https://in-toto.io/Statement/v1",
      predicateType: "https://in-toto.io/attestation/test-result/v0.1",
      subject: [{ name: "exchanges.har", digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } }],
    });
    const { result, configuration, passedTests, failedTests, plimsoll: more } = statement.predicate;
    expect([result, failedTests]).toEqual([expect.stringMatching(/^(PASSED|WARNED)$/), []]);
    expect(configuration.map(({ name }: { name: string }) => name)).toEqual([
      "contract",
      "rules",
      "plimsoll",
    ]);
    expect(passedTests).toContain("labels.slice.desc");
    const { entries } = JSON.parse(readFileSync(join(certified, "exchanges.har"), "utf8")).log;
    const started = entries.map(({ startedDateTime }: { startedDateTime: string }) => startedDateTime).sort();
    expect(more.observed.from).toBe(started[0]);
    expect(more.observed.to >= started.at(-1)).toBe(true);
    expect(text).not.toContain(KEY);
  });

  it("is on the page and the badge, with its day", () => {
    const { predicate } = JSON.parse(readFileSync(join(certified, "certificate.json"), "utf8"));
    const day = predicate.plimsoll.observed.to.slice(0, 10);
    expect(readFileSync(join(certified, "badge.svg"), "utf8")).toContain(`>certified ${day}<`);
    const page = readFileSync(join(certified, "index.html"), "utf8");
    expect(page).toContain('href="certificate.json"');
    expect(page).toContain(`Issued to Mock of ours 2.1, observed on ${day}`);
  });

  it("takes the folder of a finished run, and signs", { timeout: LONG }, async () => {
    const folder = copied();
    const keys = generateKeyPairSync("ed25519");
    const others = generateKeyPairSync("ed25519");
    const pem = { type: "pkcs8", format: "pem" } as const;
    const spki = { type: "spki", format: "pem" } as const;
    writeFileSync(join(folder, "key.pem"), keys.privateKey.export(pem));
    writeFileSync(join(folder, "key.pub"), keys.publicKey.export(spki));
    writeFileSync(join(folder, "other.pub"), others.publicKey.export(spki));
    const { code } = await plimsoll(["certify", folder, ...NAMED, "--sign", join(folder, "key.pem")]);
    expect(code).toBe(0);
    const held = await verify(folder, "--key", join(folder, "key.pub"));
    expect([held.code, held.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^HOLDS: Mock of ours 2\.1, v2, all editions\. Partial: .*; signed with the key in .*key\.pub\n$/,
      ),
    ]);
    const foreign = await verify(folder, "--key", join(folder, "other.pub"));
    expect([foreign.code, foreign.stdout]).toEqual([
      1,
      expect.stringMatching(
        /^DOES NOT HOLD: Mock of ours 2\.1: it was not signed with the key in .*other\.pub\n$/,
      ),
    ]);
    const wrong = await plimsoll(["certify", folder, ...NAMED, "--sign", join(folder, "key.pub")]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("holds no private key")]);
  });

  it("says on the badge that one generation is a part", () => {
    expect(readFileSync(join(partial, "badge.svg"), "utf8")).toMatch(/certified \d{4}-\d\d-\d\d, partial</);
  });

  it("refuses what breaks the contract, and says why", { timeout: LONG }, async () => {
    const out = emptyFolder();
    await whileAnswering(["labels-desc-reverses-page"], KEY, async (url) => {
      const { code, stdout } = await plimsoll(
        ["certify", url, ...ALLOWED, "--only", "labels.slice.*", "--out", out, ...NAMED],
        KEY,
      );
      expect([code, stdout]).toEqual([1, expect.stringMatching(/^NO CERTIFICATE: .*\n(.*\n)* {2}labels\./m)]);
    });
    expect(existsSync(join(out, "certificate.json"))).toBe(false);
  });

  it("says in one line what cannot be certified", { timeout: LONG }, async () => {
    const folder = emptyFolder();
    const wrong: [string[], RegExp][] = [
      [["certify", folder, ...NAMED], /holds no exchanges\.har/],
      [["certify", folder, "--product", "x"], /--version <version>' not specified/],
      [["certify", certified, ...NAMED, "--expires", "2001-01-01"], /--expires must be from today to/],
      [["certify", certified, ...NAMED, "--expires", "soon"], /It must be a day/],
      [["verify", join(certified, "compliance.json")], /is not a certificate/],
      [["verify", join(folder, "none.json")], /there is no such file/],
      [
        ["verify", join(certified, "certificate.json"), "--key", "nokey.pem"],
        /nokey\.pem cannot be read: there is no such file/,
      ],
    ];
    for (const [args, line] of wrong) {
      const { code, stderr } = await plimsoll(args);
      expect([code, stderr]).toEqual([2, expect.stringMatching(line)]);
      expect(stderr).not.toContain("defect");
    }
  });
});

describe("plimsoll verify", () => {
  it("holds for what was certified", { timeout: LONG }, async () => {
    const { code, stdout } = await verify(copied(certified));
    expect([code, stdout]).toEqual([0, expect.stringMatching(HELD)]);
    expect(stdout).toMatch(/; not signed\n$/);
  });

  it("does not hold with one byte of the recording changed", async () => {
    const { code, stdout } = await verify(changed("exchanges.har", /"status": ?200/, '"status":201'));
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^DOES NOT HOLD: .* SHA-256 differs\n$/)]);
  });

  it("does not hold with one verdict changed", { timeout: LONG }, async () => {
    const folder = changed("certificate.json", '"webhooks.v2.create.object",', "");
    const { code, stdout } = await verify(folder);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(
        "webhooks.v2.create.object is not judged in the certificate, kept in the recording",
      ),
    ]);
  });

  it("does not hold with anything else changed, nor for ever", { timeout: LONG }, async () => {
    const folder = changed("certificate.json", '"seed": 1,', '"seed": 7,');
    const file = join(folder, "certificate.json");
    writeFileSync(file, readFileSync(file, "utf8").replace(/"expires": "[^"]*"/, '"expires": "2999-12-31"'));
    const { stdout } = await verify(folder);
    expect(stdout).toContain("/predicate/plimsoll/run/seed is 7 in the certificate, 1 by the recording");
    expect(stdout).toMatch(/it may hold until .* at most/);
  });

  it("does not hold before it was observed", { timeout: LONG }, async () => {
    const { code, stdout } = await verify(partial, "--on", "2020-01-01");
    expect([code, stdout]).toEqual([1, expect.stringMatching(/it was observed on \S+, after that day$/m)]);
  });

  it("does not hold when its day has passed", async () => {
    const { code, stdout } = await verify(certified, "--on", "2999-01-01");
    expect([code, stdout]).toEqual([1, expect.stringMatching(/: it expired on \d{4}-\d\d-\d\d\n$/)]);
  });

  it("does not hold unsigned where a signature is asked for, nor under another contract", async () => {
    const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const folder = copied();
    writeFileSync(join(folder, "key.pub"), keys.publicKey.export({ type: "spki", format: "pem" }));
    expect((await verify(folder, "--key", join(folder, "key.pub"))).stdout).toMatch(/: it is not signed\n$/);
  });
});
