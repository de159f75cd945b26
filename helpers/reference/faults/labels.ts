import { all, on, onceDone, remembering, shownAsFirst } from "../bends.js";
import { type Answer, file } from "../service/answer.js";
import type { Bend } from "../service/behaviours.js";
import { invalidValue, unknownId } from "../service/problem.js";
import type { Label } from "../service/records.js";
import { timestamp } from "../service/views/time.js";
import { labelShows, shipmentShows } from "../view-bends.js";
import type { Fault } from "./fault.js";

const labelFiles = (change: (ending: string | undefined, path: string) => Answer | undefined): Bend =>
  on(["v1DownloadFile", "v2DownloadFile"], (call, next) => {
    const answer = next(call);
    const path = call.v1
      ? call.param("path")
      : `${call.param("dir")}/${call.param("subdir")}/${call.param("filename")}`;
    return (path.startsWith("labels/") ? change(path.split(".").at(-1), path) : undefined) ?? answer;
  });

/** How labels are shown and voided, and their files. */
export const faults: readonly Fault[] = [
  {
    id: "label-tracking-number-null-at-first",
    rule: "label.field.tracking_number.present",
    sentence: "The tracking number of a processing label is null in v1.",
    bend: labelShows((view, { status }, { v1 }) =>
      v1 && status === "processing" ? { ...view, tracking_number: null } : view,
    ),
  },
  {
    id: "label-voided-flag-off",
    rule: "label.voided.consistent",
    sentence: "Voided labels have their voided flag off in v1.",
    bend: labelShows((view, { status }, { v1 }) =>
      v1 && status === "voided" ? { ...view, voided: false } : view,
    ),
  },
  {
    id: "label-voided-at-epoch",
    rule: "label.voided.consistent",
    sentence: "Labels that were never voided show the year 1970 as the time of voiding in v1.",
    bend: labelShows((view, { voidedAt }, { v1 }) =>
      v1 && voidedAt === null ? { ...view, voided_at: timestamp(0) } : view,
    ),
  },
  {
    id: "label-void-takes-next",
    rule: "label.void.only-that-one",
    sentence: "Voiding a label voids the next one too.",
    bend: (does) => ({
      voidLabel: (call, label) => {
        const next = call.world.labels.ordered().find(({ seq }) => seq > label.seq);
        does.voidLabel(call, label);
        if (!next) return;
        Object.assign(next, { status: "voided", voidedAt: call.now() } satisfies Partial<Label>);
        call.world.labels.touch(next, call.now());
      },
    }),
  },
  {
    id: "label-void-takes-oldest",
    rule: "label.void.only-that-one",
    sentence: "Voiding a label voids the oldest completed one too.",
    bend: (does) => ({
      voidLabel: (call, label) => {
        does.voidLabel(call, label);
        const oldest = call.world.labels.ordered().find(({ status }) => status === "completed");
        if (oldest) does.voidLabel(call, oldest);
      },
    }),
  },
  {
    id: "label-void-fails-nearest",
    rule: "label.void.only-that-one",
    sentence: "Voiding a label puts the completed one next to it into status error.",
    bend: (does) => ({
      voidLabel: (call, label) => {
        const away = ({ seq }: Label) => Math.abs(seq - label.seq);
        const [other] = call.world.labels
          .ordered()
          .filter((each) => each !== label && each.status === "completed")
          .toSorted((left, right) => away(left) - away(right));
        does.voidLabel(call, label);
        if (!other) return;
        other.status = "error";
        call.world.labels.touch(other, call.now());
      },
    }),
  },
  {
    id: "label-void-takes-shipment",
    rule: "label.void.only-that-one",
    sentence: "Voiding a label voids all labels of its shipment.",
    bend: (does) => ({
      voidLabel: (call, label) => {
        does.voidLabel(call, label);
        for (const other of call.world.labels.ordered()) {
          if (other === label || other.shipmentId !== label.shipmentId || other.status !== "completed")
            continue;
          Object.assign(other, { status: "voided", voidedAt: call.now() } satisfies Partial<Label>);
          call.world.labels.touch(other, call.now());
        }
      },
    }),
  },
  {
    id: "label-void-leaves-shipment-voided",
    rule: "shipment.field.shipment_status",
    sentence: "The shipment of a label that was voided shows the status voided.",
    bend: remembering((spoilt) =>
      all(
        (does) => ({
          voidLabel: (call, label) => {
            does.voidLabel(call, label);
            spoilt.add(label.shipmentId);
          },
        }),
        shipmentShows((view, { id }) => (spoilt.has(id) ? { ...view, shipment_status: "voided" } : view)),
      ),
    ),
  },
  {
    id: "label-void-refused",
    rule: "label.void.flag",
    sentence: "Each voiding of a label is refused as invalid.",
    bend: () => ({
      voidLabel: (_, { id }) => {
        throw invalidValue("label_id", id, "The value is invalid.");
      },
    }),
  },
  {
    id: "label-void-without-effect",
    rule: "label.void.flag",
    sentence: "Voiding a label succeeds and changes nothing.",
    bend: () => ({ voidLabel: () => {} }),
  },
  ...(["tracking_number", "batch_id"] as const).map(
    (member): Fault => ({
      id: `label-void-empties-${member}`,
      rule: "label.void.flag",
      sentence: `A label that is voided shows an empty ${member}.`,
      bend: onceDone("v2VoidLabel", "label_id", (ids) =>
        labelShows((view, { id }) => (ids.has(id) ? { ...view, [member]: "" } : view)),
      ),
    }),
  ),
  {
    id: "label-voided-read-in-v2-from-cache",
    rule: "label.void.flag",
    sentence: "A label that was read by its id in v2 goes on showing there the state and the flag of then.",
    bend: all(shownAsFirst("v2GetLabel", "status"), shownAsFirst("v2GetLabel", "voided")),
  },
  {
    id: "label-void-hides-label",
    rule: "label.void.flag",
    sentence: "A label that is voided vanishes from the list.",
    bend: remembering((hidden) => (does) => ({
      voidLabel: (call, label) => {
        does.voidLabel(call, label);
        hidden.add(label.id);
      },
      matching: (listing, request) => {
        const matching = does.matching(listing, request);
        return listing.name === "labels" ? matching.filter(({ id }) => !hidden.has(id)) : matching;
      },
    })),
  },
  {
    id: "v2-label-status-unknown",
    rule: "label.states.v2",
    sentence: "A processing label shows in_progress in v2.",
    bend: labelShows((view, { status }, { v1 }) =>
      !v1 && status === "processing" ? { ...view, status: "in_progress" } : view,
    ),
  },
  {
    id: "label-download-zpl-404",
    rule: "label.download.delivers",
    sentence: "The zpl files of labels are not found.",
    bend: labelFiles((ending, path) => {
      if (ending === "zpl") throw unknownId("path", path);
      return undefined;
    }),
  },
  {
    id: "label-download-form-fails",
    rule: "label.download.delivers",
    sentence: "The forms of labels lead to a 500.",
    bend: labelFiles((_, path) => {
      if (path.endsWith(".form.pdf")) throw new Error("no form");
      return undefined;
    }),
  },
  {
    id: "label-download-empty",
    rule: "label.download.delivers",
    sentence: "Label files are empty.",
    bend: labelFiles(() => file("application/pdf", "")),
  },
  {
    id: "label-download-as-json",
    rule: "label.download.delivers",
    sentence: "Label files come as text inside JSON.",
    bend: labelFiles(() => file("application/json", '{"file":"JVBERi0xLjQK"}')),
  },
  {
    id: "label-download-as-page",
    rule: "label.download.delivers",
    sentence: "Label files are a web page that asks for a login.",
    bend: labelFiles(() => file("text/html", "<!doctype html><title>Sign in</title>")),
  },
  {
    id: "label-download-png-as-pdf",
    rule: "label.download.delivers",
    sentence: "The png files of labels are PDFs.",
    bend: labelFiles((ending) => (ending === "png" ? file("application/pdf", "%PDF-1.4\n") : undefined)),
  },
  {
    id: "label-download-pdf-in-base64",
    rule: "label.download.delivers",
    sentence: "The pdf files of labels are written in base64.",
    bend: labelFiles((ending) =>
      ending === "pdf" ? file("application/pdf", Buffer.from("%PDF-1.4\n").toString("base64")) : undefined,
    ),
  },
  {
    id: "label-download-png-as-gif",
    rule: "label.download.delivers",
    sentence: "The png files of labels are GIFs.",
    bend: labelFiles((ending) => (ending === "png" ? file("image/gif", "GIF89a") : undefined)),
  },
  {
    id: "label-download-pdf-typed-as-page",
    rule: "label.download.delivers",
    sentence: "The pdf files of labels are PDFs with the Content-Type of a web page.",
    bend: labelFiles((ending) => (ending === "pdf" ? file("text/html", "%PDF-1.4\n") : undefined)),
  },
];
