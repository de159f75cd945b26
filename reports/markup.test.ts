import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markup, trusted } from "./markup.js";
import { elementsOf } from "./testing/wellformed.js";

describe("markup", () => {
  it("escapes values, not its own parts or other markup", () => {
    expect(markup`<b title="${`"'`}">${"<i>&"}${markup`<br/>`}${[1, null, "\u202e"]}</b>`.text).toBe(
      '<b title="&quot;&#39;">&lt;i&gt;&amp;<br/>1\\u{202e}</b>',
    );
  });

  it("takes markup only from its own makers", () => {
    const forged = JSON.parse('{"text":"<script>"}');
    expect(markup`${forged.text}`.text).toBe("&lt;script&gt;");
    expect(trusted("<b>").text).toBe("<b>");
  });

  it("makes well-formed XML of any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(elementsOf(markup`<a b="${text}">${text}</a>`.text)).toEqual(["a"]);
      }),
    );
  });
});
