import { expect, it } from "vitest";
import { furthest } from "./asked-before.js";

const at = (...queries: string[]) => queries.map((query) => new URL(`http://127.0.0.1/v1/labels${query}`));

it("repeats the last further page, or else the last address with parameters", () => {
  expect(furthest(at("?page=2&page_size=5", "?page=3", "", "?page=1"))?.search).toBe("?page=3");
  expect(furthest(at("?batch_id=se-1", "?page=1", ""))?.search).toBe("?page=1");
  expect(furthest(at("", ""))).toBeUndefined();
});
