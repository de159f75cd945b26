import { describe, expect, it } from "vitest";
import { LISTS } from "./lists.js";

describe("the rules of a list", () => {
  it.each(Object.values(LISTS))("name each filter of $name and each bound of its windows", (list) => {
    const bounds = Object.keys(list.windows).flatMap((member) => [`${member}_start`, `${member}_end`]);
    expect(Object.keys(list.rules.filter).sort()).toEqual([...Object.keys(list.filters), ...bounds].sort());
  });
});
