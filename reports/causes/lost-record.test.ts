import { describe, expect, it } from "vitest";
import { causes } from "./testing.js";

const listed = { rule: "webhooks.v2.create.listed", received: "without 2007: 2008" };
const put = { rule: "webhooks.v2.put.accepted", received: "status 404 (No webhook with id 2001 exists.)" };
const event = {
  rule: "events.report-complete.emitted",
  received: "none, and the webhook is no longer listed",
};

describe("a cause: created webhooks are lost", () => {
  it("begins with the list that lacks them", () => {
    const [cause, ...more] = causes([event, put, listed]);
    expect(more).toEqual([]);
    expect(cause?.rules[0]).toBe(listed.rule);
    expect(cause?.title).toMatch(/^Webhooks that were created are lost again/);
  });

  it("is none where the list holds them, or nothing else misses them", () => {
    const refused = { ...put, received: "status 400" };
    const titles = [...causes([put, event]), ...causes([listed, refused])].map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith("Webhooks that"))).toEqual([]);
  });
});
