import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fetch } from "undici";
import { describe, expect, it } from "vitest";
import { emptyFolder, plimsoll, start } from "../testing.js";

const KEY = "the-secret-key-of-this-test-8812";

describe("plimsoll serve", { timeout: 60_000 }, () => {
  it("serves own data with the troubles asked for, and tells of each request", async () => {
    const folder = emptyFolder();
    writeFileSync(
      join(folder, "own.yaml"),
      "shipments:\n  - shipment_id: se-1\n    shipment_status: pending\nlabels:\n  - shipment_id: se-1\n",
    );
    const args = ["serve", "--port", "0", "--data", "own.yaml", "--trouble", "429 v1ListLabels times=1"];
    const child = start([...args, "--verbose"], KEY, folder);
    let told = "";
    child.stderr?.on("data", (text) => {
      told += text;
    });
    try {
      const url = await new Promise<string>((resolve) =>
        child.stdout?.once("data", (text) => resolve(String(text).trim())),
      );
      const headers = { "api-key": KEY };
      const labels = () => fetch(`${url}/v1/labels`, { headers });
      expect((await labels()).status).toBe(429);
      expect(await (await labels()).json()).toMatchObject({ total: 1, labels: [{ shipment_id: "se-1" }] });
      const page = await (await fetch(url)).text();
      expect(page).toContain("v1ListLabels");
      expect(page).not.toContain(KEY);
      await fetch(`${url}/__plimsoll/reset`, { method: "POST", headers });
      expect((await labels()).status).toBe(429);
      expect(told).toContain(`What is here: ${url}/`);
      expect(told.match(/GET \/v1\/labels (429|200) \d+ ms v1ListLabels/g)).toHaveLength(3);
      expect(told).not.toContain(KEY);
    } finally {
      child.kill();
      await once(child, "close");
    }
  });

  it("tells what is wrong with own data, one line for each record", async () => {
    const folder = emptyFolder();
    const records = { shipments: [{ shipment_status: "lost" }, {}, { shipment_id: 4 }] };
    writeFileSync(join(folder, "own.json"), JSON.stringify(records));
    const { code, stdout, stderr } = await plimsoll(["serve", "--data", "own.json"], KEY, folder);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr.trim().split("\n")).toEqual([
      expect.stringMatching(/^shipments\[0\]: .*"?lost/),
      "shipments[2]: shipment_id: an id is a text; received 4",
      "plimsoll: --data own.json: 2 records cannot be used.",
    ]);
  });
});
