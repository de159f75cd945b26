import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Journal } from "../../target/recordings/journal.js";
import { defaultSettings, type Settings } from "../../target/settings/settings.js";
import type { Finding } from "../../wire/exchange.js";
import { Check } from "./check.js";
import { type Move, type Play, playSequences } from "./sequences.js";
import { Session } from "./session.js";

const RULE = "webhooks.v2.delete.gone";
const KINDS = ["create", "update", "delete"] as const;

interface Shelf {
  things: number;
  readonly made: string[];
}

function checkWith(some: Partial<Settings>): Check {
  const settings = { ...defaultSettings("http://127.0.0.1"), ...some };
  return new Check(new Session(settings, { journal: new Journal(null) }), RULE, "plays");
}

/** @param breaks whether what was made so far breaks a rule */
function playOf(breaks: (made: readonly string[]) => boolean, ended: Shelf[] = [], runs = 1): Play<Shelf> {
  const move = (kind: (typeof KINDS)[number]): Move<Shelf> => ({
    kind,
    words: kind,
    can: ({ things }) => kind === "create" || things > 0,
    act: async (shelf) => {
      shelf.things += { create: 1, update: 0, delete: -1 }[kind];
      shelf.made.push(kind);
      return breaks(shelf.made) ? [breach] : [];
    },
  });
  return {
    name: "a shelf",
    runs,
    moves: [fc.constantFrom(...KINDS).map(move)],
    each: KINDS.map(move),
    begin: async () => ({ things: 0, made: [] }),
    end: async (shelf) => void ended.push(shelf),
  };
}

const breach: Finding = {
  rule: RULE,
  request: "DELETE /",
  operation: null,
  documented: "gone",
  received: "there",
  exchanges: [],
};

describe("playSequences", () => {
  it("makes each kind of move at least once at effort standard, whatever the seed", async () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const { done } = await playSequences(
        checkWith({ seed }),
        playOf(() => false),
      );
      expect([...done.keys()].toSorted()).toEqual([...KINDS].toSorted());
    }
  });

  it("plays nothing at effort quick", async () => {
    const { done } = await playSequences(
      checkWith({ effort: "quick" }),
      playOf(() => true),
    );
    expect(done.size).toBe(0);
  });

  it("keeps the smallest sequence that breaks a rule, and finds it again by seed and path", async () => {
    const twice = (made: readonly string[]) => made.filter((kind) => kind === "delete").length === 2;
    const found = await playSequences(checkWith({ effort: "thorough", seed: 7 }), playOf(twice, [], 50));
    const [finding] = found.findings;
    const [smallest = ""] = finding?.smallest?.split(" (shrunk from") ?? [];
    expect(smallest.split(", then ").filter((kind) => kind === "delete")).toHaveLength(2);
    expect(smallest).not.toContain("update");
    const path = finding?.replay?.path ?? "";
    expect(path).toMatch(/^\d+(:\d+)*@[\w+/]+:\w+$/);
    const replayPath = path;
    const again = await playSequences(
      checkWith({ effort: "thorough", seed: 7, replayPath }),
      playOf(twice, [], 50),
    );
    expect(again.findings[0]?.smallest).toBe(smallest);
  });

  it("tells a breach of a sequence that can be played again only if it comes back", async () => {
    const play = (times: number) => {
      let left = times;
      return playOf((made) => made.at(-1) === "delete" && left-- > 0);
    };
    const playing = (times: number) =>
      playSequences(checkWith({ seed: 3 }), { ...play(times), repeats: true });
    expect(await playing(1)).toMatchObject({ findings: [], once: [RULE] });
    expect(await playing(9)).toMatchObject({ findings: [{ rule: RULE }], once: [] });
    const { findings, once } = await playSequences(checkWith({ seed: 3 }), play(1));
    expect([findings.length, once]).toEqual([1, []]);
  });

  it("shows no sequence of one move, which the request shows", async () => {
    const found = await playSequences(
      checkWith({ effort: "thorough", seed: 7 }),
      playOf(() => true),
    );
    expect(found.findings).toHaveLength(1);
    expect(found.findings[0]).not.toHaveProperty("smallest");
    expect(found.findings[0]?.replay?.path).toMatch(/@/);
  });

  it("ends every sequence, and tells nothing that another check has told", async () => {
    const ended: Shelf[] = [];
    const t = checkWith({ seed: 3 });
    t.session.findings.push(breach);
    expect(
      (
        await playSequences(
          t,
          playOf(() => true, ended),
        )
      ).findings,
    ).toEqual([]);
    expect(ended).toHaveLength(1);
    const thrown = playOf(() => {
      throw new RangeError("ours");
    }, ended);
    await expect(playSequences(checkWith({ seed: 3 }), thrown)).rejects.toThrow("ours");
    expect(ended).toHaveLength(2);
  });
});
