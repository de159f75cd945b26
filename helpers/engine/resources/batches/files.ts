import { addressFrom, isOwnAddress } from "../../../wire/own-address.js";
import { hrefIn } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import type { SeenBatch } from "./lists.js";

/** The files of a batch, each with the member that counts what is in it. */
const FILES = { label_download: "completed", form_download: "forms" } as const;

/** The address of a file, and the member that shows it. */
interface BatchFile {
  readonly member: string;
  readonly href: string;
}

/** Where the files of a processed batch are, on the target's own host. An archived batch may have none any more. */
export function filesOf(t: Check, { raw, exchange }: SeenBatch): readonly BatchFile[] {
  if (raw === null || raw.status === "archived" || !(Number(raw.completed) > 0)) return [];
  return Object.entries(FILES).flatMap(([member, counted]) => {
    const href = hrefIn(raw[member]);
    if (href === null || href === "" || !(Number(raw[counted]) > 0)) return [];
    const address = addressFrom(exchange.request.url, href, t.settings.url);
    return isOwnAddress(address, t.settings.url) ? [{ member, href: address }] : [];
  });
}
