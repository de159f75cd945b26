import { describe, expect, it } from "vitest";
import { causes } from "./testing.js";

describe("a cause: the name of the key's header", () => {
  it("a key that is not taken under its name, and all of that generation", () => {
    const found = [
      {
        rule: "auth.header-name.documented",
        operation: "v2ListTags",
        received: "status 401; status 200 under API-Key",
      },
    ];
    const open = {
      "webhooks.v2.put": "it was answered with 401",
      "paging.v2": "v2 shows no list",
      "labels.total": "",
    };
    const facts = { "webhooks.v2.put": { generation: "v2" } } as const;
    expect(causes(found, open, {}, facts)).toMatchObject([
      {
        title:
          "v2 does not take the key under the documented name of its header: status 401; status 200 under API-Key",
        blocks: ["webhooks.v2.put", "paging.v2"],
      },
    ]);
  });
});
