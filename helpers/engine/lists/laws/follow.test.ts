import { afterEach, expect, it, vi } from "vitest";
import { shipments } from "../../../contract/lists.js";
import { createReferenceService, type ReferenceService } from "../../../reference/service.js";
import { Journal } from "../../../target/recordings/journal.js";
import { defaultSettings } from "../../../target/settings/settings.js";
import { Check } from "../../check/check.js";
import { Session } from "../../check/session.js";
import { known } from "../reading/readings.js";
import { follow } from "./follow.js";

let service: ReferenceService | null = null;
afterEach(() => service?.close());

/**
 * How many differences stay behind the next link of a filtered list that other clients keep changing.
 * @param meanwhile what another client does to a shipment of page 2 before the link is followed
 */
async function differences(
  faults: readonly string[],
  meanwhile: (t: Check, shipment_id: string) => Promise<unknown>,
): Promise<number | undefined> {
  service = createReferenceService({ seed: 1, faults });
  const settings = { ...defaultSettings(await service.listen()), apiKey: service.apiKey };
  const session = new Session(settings, { journal: new Journal(null) });
  vi.spyOn(session, "pause").mockResolvedValue();
  const t = new Check(session, "paging.links.keep-filters", "follows links");
  const moving = (await known(t, shipments)).moving();
  const tag = "fragile";
  const page = await moving.page(t, { tag, page: 1, page_size: 2 });
  const next = await moving.page(t, { tag, page: 2, page_size: 2 });
  await meanwhile(t, next.items[0]?.id ?? "page 2 is empty");
  return (await follow(t, moving, page, "next", page.links.next ?? "page 1 is the last"))?.other.length;
}

const nothing = async () => {};
const removesTag = (t: Check, shipment_id: string) =>
  t.ask({ operation: "v2RemoveShipmentTag", path: { shipment_id, tag_name: "fragile" } });

it("finds what a link loses", async () => {
  expect(await differences(["shipments-links-drop-tag"], nothing)).toBe(1);
  expect(await differences(["shipments-links-drop-tag"], removesTag)).toBe(1);
});

it("holds nothing against a link to a page that another client changed", async () => {
  expect(await differences([], nothing)).toBe(0);
  expect(await differences([], removesTag)).toBe(0);
});
