import { expect, it } from "vitest";
import { fieldsOf } from "./form-fields.js";

it("writes a body as the fields of a form, with the members of what is in it in brackets", () => {
  const fields = fieldsOf({
    warehouse_id: "se-1",
    name: "Dock & Quay",
    origin_address: { city_locality: "Austin" },
    return_address: { name: "Plimsoll" },
  });
  expect(fields.toString()).toBe(
    "warehouse_id=se-1&name=Dock+%26+Quay&origin_address%5Bcity_locality%5D=Austin&return_address%5Bname%5D=Plimsoll",
  );
});

it("numbers the items of arrays, empties null, and leaves out what is undefined", () => {
  const fields = fieldsOf({ lines: [{ quantity: 2 }, { quantity: null }], note: undefined });
  expect([...fields]).toEqual([
    ["lines[0][quantity]", "2"],
    ["lines[1][quantity]", ""],
  ]);
  expect([...fieldsOf(null)]).toEqual([]);
});
