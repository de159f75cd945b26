import { describe, expect, it } from "vitest";
import { labels } from "../../contract/lists.js";
import { lastingTextOf } from "./lasting.js";

const textOf = lastingTextOf(labels);
const text = (raw: Readonly<Record<string, unknown>>) => textOf({ id: "se-1", createdAt: null, raw });

describe("lastingTextOf", () => {
  it("ignores members that the contract does not name, and signatures of links", () => {
    const pdf = "https://files.test/downloads/1.pdf";
    expect(text({ label_id: "se-1", label_download: { pdf: `${pdf}?signature=1` }, x_served_at: 1 })).toBe(
      text({ x_served_at: 2, label_download: { pdf: `${pdf}?signature=2` }, label_id: "se-1" }),
    );
  });

  it("shows any other change", () => {
    expect(text({ status: "completed" })).not.toBe(text({ status: "voided" }));
    expect(text({ label_download: { pdf: "https://files.test/1.pdf" } })).not.toBe(
      text({ label_download: { pdf: "https://files.test/2.pdf" } }),
    );
  });
});
