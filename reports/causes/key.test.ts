import { describe, expect, it } from "vitest";
import { at, causes } from "./testing.js";

describe("a cause: the key is not checked", () => {
  it("a key that anybody has", () => {
    const found = [
      { rule: "auth.key.wrong.v2", operation: "v2ListTags", received: "status 200" },
      { rule: "auth.key.missing", operation: "v2ListTotes", received: "status 200" },
    ];
    expect(causes(found)).toMatchObject([
      {
        kind: "key",
        title: "Calls without the right key are not refused with 401: GET /v2/tags and GET /v2/totes",
        rules: ["auth.key.wrong.v2", "auth.key.missing"],
      },
    ]);
  });

  it("a key that is checked, while the call goes on", () => {
    const [cause] = causes(
      [{ rule: "auth.key.missing", operation: "v2ListTags", received: "a tag was created", exchanges: [0] }],
      {},
      { samples: [at(401)] },
    );
    expect(cause).toMatchObject({
      title: "Calls without the right key are answered with 401, but are not stopped there: GET /v2/tags",
    });
  });
});
