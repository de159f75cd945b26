import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emptyFolder, plimsoll, start } from "../testing.js";

const KEY = "the-secret-key-of-this-test-4714";
const SLOW = 120_000;

/** Collects what a process says, and waits for words in it. */
class Heard {
  #text = "";

  constructor(child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (text) => {
        this.#text += String(text);
      });
    }
  }

  /** Everything up to these words, which is then forgotten. */
  async until(words: RegExp): Promise<string> {
    for (;;) {
      const found = words.exec(this.#text);
      if (found !== null) {
        const end = found.index + found[0].length;
        const said = this.#text.slice(0, end);
        this.#text = this.#text.slice(end);
        return said;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function stopped(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, "close");
}

describe("plimsoll run --watch", () => {
  it("runs again when the target comes back or a file changes, and says what changed", {
    timeout: SLOW,
  }, async () => {
    const folder = emptyFolder();
    let service = start(["serve", "--port", "0", "--fault", "labels-desc-reverses-page"], KEY);
    const url = (await new Heard(service).until(/http:\S+\n/)).trim();
    const few = ["--only", "labels.order.inside", "--only", "labels.total"];
    const watching = start(["run", url, "--watch", folder, ...few, "--out", emptyFolder()], KEY);
    const heard = new Heard(watching);
    try {
      expect(await heard.until(/^Watching .*\n/m)).toMatch(/^VIOLATES THE CONTRACT: 1 required rule/m);
      await stopped(service);
      await heard.until(/^Waiting for http:.*\n/m);
      service = start(["serve", "--port", new URL(url).port], KEY);
      const fixed = await heard.until(/^Watching .*\n/m);
      expect(fixed).toMatch(/^1 of 1 broken rule fixed; now all rules\n/m);
      expect(fixed).toMatch(/^ {2}fixed: labels\.order\.inside\nPartial: 2 of \d+ required rules looked at/m);
      writeFileSync(join(folder, "handler.ts"), "changed");
      expect(await heard.until(/^Watching .*\n/m)).toMatch(/^Nothing changed\nPartial: 2 of/m);
    } finally {
      await Promise.all([stopped(watching), stopped(service)]);
    }
  });

  it("wants a target, and a folder that is there", async () => {
    expect((await plimsoll(["run", "--watch", "."])).stderr).toMatch(/needs the address of a target/);
    expect((await plimsoll(["run", "http://127.0.0.1:9", "--watch", "nope"], KEY)).stderr).toMatch(
      /nope: there is no such folder/,
    );
  });
});
