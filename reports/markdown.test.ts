import { expect, it } from "vitest";
import { prose } from "./markdown.js";

it.each([
  ["GET /v1/labels/{label_id} answers 500", "GET `/v1/labels/{label_id}` answers 500"],
  ["created_at is missing", "`created_at` is missing"],
  ["name one as fixture batch:open", "name one as fixture batch:open"],
  ["needs a larger --budget.", "needs a larger `--budget`."],
])("shows whole names in a sentence as code: %s", (text, shown) => {
  expect(prose(text)).toBe(shown);
});

it("shows what could be Markdown, a mention or a link as code as a whole", () => {
  for (const text of ["see [x](y)", "ask @everyone", "see https://a.test/b_c", "1. first"])
    expect(prose(text)).toBe(`\`${text}\``);
});
