import { expect, test } from "vitest";
import { Line } from "./line.js";

test("lets those with the lowest turn go first, and other work be done after each", async () => {
  const line = new Line();
  const done: string[] = [];
  const goesOn = async (name: string, turn: number) => {
    await line.wait(turn);
    done.push(name);
    process.nextTick(() => done.push(`answer to ${name}`));
  };
  await Promise.all([goesOn("late", 2), goesOn("early", 0), goesOn("also early", 0)]);
  expect(done).toEqual(["early", "answer to early", "also early", "answer to also early", "late"]);
});
