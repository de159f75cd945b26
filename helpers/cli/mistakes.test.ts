import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReferenceService } from "../reference/service.js";
import { emptyFolder, plimsoll } from "./testing.js";

const KEY = "the-secret-key-of-this-test-4715";
const FEW = ["--only", "auth.key.empty"];
const CERTIFY = ["certify", "URL", "--product", "p", "--version", "1"];

/** Files that are not what they are named as. */
const FILES: Readonly<Record<string, string>> = {
  "a-file": "x\n",
  empty: "",
  "words.har": `${KEY} is not JSON`,
  "other.har": '{"a":1}',
  "none.har": '{"log":{"entries":[]}}',
  "function.mjs": "export default () => ({ seed: 1 });",
  "throws.mjs": 'throw new Error("first\\nsecond");',
  "syntax.ts": "export default {\n  seed: = 1,\n};",
  "hook.mjs":
    'export default { provision: { tote: { create() { throw new Error("first\\nsecond"); }, remove() {} } } };',
  "compliance.json": "[]",
  // A byte order mark, as Windows writes it.
  "marked.json": "\ufeff[]",
  "no.yaml": "shipments: [{",
  "x25519.pem": generateKeyPairSync("x25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
};

describe("what a user can fix is told in one line, with exit code 2", { timeout: 120_000 }, () => {
  const service = createReferenceService({ apiKey: KEY });
  const folder = emptyFolder();
  const busy = createServer();
  let url = "";
  let port = "";

  beforeAll(async () => {
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
    url = await service.listen();
    await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
    const address = busy.address();
    port = String(typeof address === "object" && address !== null ? address.port : 0);
  });
  afterAll(async () => {
    busy.close();
    await service.close();
  });

  /** The line that a command ends with; URL and PORT stand for the service and the port that is taken. */
  async function lineOf(
    command: readonly string[],
    variables: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const args = command.map((part) => part.replace("URL", url).replace("PORT", port));
    const { code, stdout, stderr } = await plimsoll(args, KEY, folder, variables);
    const [line = "", ...more] = stderr.trim().split("\n");
    expect({ code, stdout, more }, stderr).toEqual({ code: 2, stdout: "", more: [] });
    expect(line).not.toContain(KEY);
    return line.replaceAll(port, "PORT");
  }

  it.each<[readonly string[], RegExp]>([
    [["serve", "--port", "PORT"], /port PORT: another process already listens there; take another port/],
    [["serve", "--port", "0", "--host", "192.0.2.1"], /is not an address of this machine/],
    [
      ["serve", "--data", "nosuch"],
      /--data nosuch: there is no such file, and no such data; there are default, sparse/,
    ],
    [["serve", "--data", "throws.mjs"], /--data throws\.mjs: it holds no lists of records by their kind/],
    [["serve", "--data", "no.yaml"], /--data no\.yaml: it is neither YAML nor JSON: /],
    [["serve", "--trouble", "429 tims=2"], /--trouble: trouble has no "tims"; did you mean times\?/],
    [["serve", "--port", "0", "--fault", "nosuch"], /no fault "nosuch".*plimsoll faults lists all/],
    [["serve", "--fault", "labels.partition"], /"labels\.partition"; that rule is broken by labels-\S+, /],
    [["serve", "--trouble", "429 v1ListLabel"], /did you mean v1ListLabels\?$/],
    [["serve", "--data", "spase"], /no such data; did you mean sparse\?$/],
    [["serve", "--cert-out", "here.pem"], /--cert-out is for --https/],
    [["serve", "--port", "0", "--habit", "nosuch"], /no habit "nosuch".*plimsoll habits lists all/],
    [["serve", "--port", "0", "--https", "--cert-out", "no/such.pem"], /no\/such\.pem: there is no such/],
    [["run", "URL", "--out", "a-file"], /--out a-file: a file of that name is in the way/],
    [["run", "--out", "a-file/below"], /--out a-file\/below: a part of its path is a file/],
    // Where the system lets no folder be made; elsewhere than on Linux there is no /proc at all.
    [["run", "--out", "/proc/plimsoll/below"], /--out \/proc\/plimsoll\/below: /],
    [["judge", "none.har", "--out", "a-file"], /--out a-file: a file/],
    [["prove", "--out", "a-file"], /--out a-file: a file/],
    [["run", "URL", "--ca", "nosuch.pem", ...FEW], /nosuch\.pem cannot be read: there is no such file/],
    [["run", "URL", "--ca", "a-file", ...FEW], /--ca a-file holds no certificate/],
    [["init", "URL", "--ca", "a-file"], /--ca a-file holds no certificate/],
    [
      ["run", "URL", "--receiver-port", "PORT", ...FEW],
      /no receiver can listen on port PORT: another process/,
    ],
    [["judge", "nosuch.har"], /nosuch\.har cannot be judged: there is no such file/],
    [["judge", "empty"], /empty cannot be judged: it is not JSON/],
    [["judge", "words.har"], /words\.har cannot be judged: it is not JSON/],
    [["judge", "other.har"], /other\.har cannot be judged: it is not a HAR file: /],
    [["judge", "none.har"], /holds no exchange/],
    [["judge", "."], /cannot be judged: it is a folder/],
    [["judge-event", "."], /cannot be read: it is a folder/],
    [["run", "URL", "--bodies", "empty", ...FEW], /--bodies empty: it holds no body/],
    [["run", "URL", "--bodies", "words.har", ...FEW], /--bodies words\.har: bodies must be keys and values/],
    [["run", "URL", "--bodies", "none.har", ...FEW], /--bodies none\.har: bodies\.log is not an operation/],
    [
      ["run", "URL", "--bodies", "nosuch", ...FEW],
      /--bodies nosuch cannot be read: there is no such file or folder\.$/,
    ],
    [["run", "URL", "--waivers", "nosuch", ...FEW], /--waivers nosuch cannot be read: .* or folder\.$/],
    [["run", "URL", "--waivers", "empty", ...FEW], /--waivers empty: waivers must be a list/],
    [["run", "URL", "--config", ".", ...FEW], /cannot be read: it is a folder/],
    [["run", "URL", "--config", "a-file", ...FEW], /a-file is no configuration: it must end in \.yaml/],
    [["run", "URL", "--config", "no.yaml", ...FEW], /no\.yaml cannot be read: .*[^:]$/],
    [["serve", "--data", "."], /--data \. cannot be read: it is a folder/],
    [["run", "--config", "nosuch.yaml"], /nosuch\.yaml: there is no such file/],
    [["run", "--fixture", "warehouse"], /--fixture must look like/],
    [["run", "--fixture", "warehouse=all"], /--fixture warehouse=all: name ids, or give --fixture all/],
    [["run", "URL", "--config", "function.mjs"], /function\.mjs: must hold keys and values/],
    [["run", "URL", "--config", "throws.mjs"], /throws\.mjs cannot be read: first/],
    [["run", "URL", "--config", "syntax.ts"], /syntax\.ts cannot be read: line 2: Unexpected token\.$/],
    [["run", "URL", "--config", "hook.mjs", "--out", "o"], /create failed: first second/],
    [["merge", "a-file"], /a-file holds no shard\.json/],
    [["run", "URL", "--baseline", "marked.json", ...FEW], /marked\.json is not a compliance\.json/],
    [["judge", "marked.json"], /marked\.json cannot be judged: it is not a HAR file: /],
    [["compare", "."], /^plimsoll: \. is one side only; name after it what it is to be compared with\.$/],
    [["compare", "none.har"], /none\.har is one side only/],
    [["compare", "URL"], /is one side only/],
    [["compare", "localhost:PORT", "nosuch"], /lacks its beginning: https:\/\/localhost:PORT or http/],
    [[...CERTIFY, "--expires", "2099-01-01"], /--expires must be from today to a year after/],
    [[...CERTIFY, "--sign", "x25519.pem"], /x25519\.pem holds a key that signs nothing/],
    [["compare", "nosuch"], /nosuch: there is no such folder of results/],
    [["waive", "compliance.json"], /is not a compliance\.json/],
    [["run", "URL?x=1"], /must not carry a query/],
    [["run", "staging.example.com"], /lacks its beginning: https:\/\/staging\.example\.com or http/],
    [["run", "localhost:PORT"], /lacks its beginning: https:\/\/localhost:PORT or http/],
    [["run", "https://"], /is not a URL such as/],
    [["run", "URL", "--fixture", "store=se-1", ...FEW], /store must be a whole number/],
    [["run", "URL", "--skip", "*"], /nothing is left to judge with --skip \*\./],
    [["run", "URL", "--only", "v2.*", "--generation", "v1"], /--only v2\.\* --generation v1\./],
    [
      ["run", "URL", ...FEW, "--skip", "auth.*"],
      /left to judge with --only auth\.key\.empty --skip auth\.\*/,
    ],
    [["run", ""], /the address is empty/],
    [["run", "URL", "--header", "X-Line: a\nb", ...FEW], /extraHeaders\.X-Line must look like one line/],
    [["run", "URL", "--header", "api-key: a", ...FEW], /keyEnv names the variable/],
    [["run", "URL", "--seller-id", "a\nb", ...FEW], /sellerId must look like/],
  ])("%j", async (command, words) => {
    expect(await lineOf(command)).toMatch(words);
  });

  it.each<[string, RegExp]>([
    ["the-secret\nkey", /OTHER holds characters that a header cannot carry/],
    ["the-secret-kéy", /OTHER holds characters that a header cannot carry/],
    ["the-secret-key ", /OTHER begins or ends with white space/],
  ])("the key %j", async (key, words) => {
    for (const command of [
      ["run", "URL", ...FEW],
      ["init", "URL"],
      ["serve", "--port", "0"],
    ]) {
      const line = await lineOf([...command, "--key-env", "OTHER"], { OTHER: key });
      expect(line).toMatch(words);
      expect(line).not.toContain("the-secret");
    }
  });

  it("an address in the environment that was not filled in", async () => {
    const { code, stderr } = await plimsoll(["run", ...FEW], KEY, folder, { PLIMSOLL_URL: "" });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^plimsoll: PLIMSOLL_URL is empty/),
    });
  });

  it.each([
    ["run", "--seed", "1e9"],
    ["run", "--rps", "0"],
    ["run", "--shard", "4/3"],
    ["run", "--timeout", "99999999999"],
    ["run", "--path", "a"],
    ["serve", "--port", "70000"],
    ["serve", "--churn", "-0.2"],
  ])("%s %s %s", async (...command) => {
    const { code, stdout, stderr } = await plimsoll(command, KEY, folder);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^plimsoll: option '.*' argument '.*' is invalid\. It must be /);
  });
});
