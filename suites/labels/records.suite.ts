import { describe } from "vitest";
import { isObject } from "../../helpers/contract/json.js";
import { LISTS } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { askPage, queryOf } from "../../helpers/engine/lists/asking/pages.js";
import { answeredOnce } from "../../helpers/engine/operations/probe.js";
import { judgeFile } from "../../helpers/engine/resources/files.js";
import { isStillListed } from "../../helpers/engine/resources/labels/listed.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import type { FileKind } from "../../helpers/oracles/answers/file-kind.js";
import type { Item } from "../../helpers/wire/decode.js";
import { isOwnAddress } from "../../helpers/wire/own-address.js";
import { hrefIn } from "../../helpers/wire/raw.js";

/** What label_download leads to, by its members; and the form of a label, which form_download leads to. */
const FORMATS = ["pdf", "png", "zpl", "href", "form"] as const;
/** A type that no label file has. */
const OTHER_TYPE = { Accept: "application/json" };

describe("Label (v1 list item)", () => {
  rule.fromThorough("label.shipment-retrievable", "reads the shipment of a label", async (t) => {
    const { oldest } = await t.census.list("labels");
    const ids = oldest.map(({ raw }) => raw.shipment_id).filter((id) => typeof id === "string" && id !== "");
    const [shipment_id] = ids.map(String);
    if (shipment_id === undefined) return t.inconclusive("needs a label with a shipment_id");
    const exchange = await answeredOnce(t, { operation: "v1GetShipment", path: { shipment_id } });
    t.saw("labels");
    t.observe(`The shipment that a label names is answered with ${exchange.answer.status}.`);
  });

  rule("label.download.incomplete", "looks at the downloads of labels that are not completed", async (t) => {
    const labels = (await t.census.list("labels")).oldest.filter(({ raw }) => raw.status !== "completed");
    if (labels.length === 0) t.inconclusive("needs a label that is not completed");
    t.saw("labels", labels.length);
    const forms = new Set(labels.map(({ raw }) => `${String(raw.status)}: ${formOf(raw.label_download)}`));
    t.observe(`Downloads of labels that are not completed: ${[...forms].slice(0, 6).join("; ")}.`);
  });
});

describe("Other v1 operations: label downloads", () => {
  rule.fromStandard("label.download.delivers", "fetches files of completed labels", async (t) => {
    const most = t.budget("labels.downloads");
    for (const [at, { format, links }] of (await ownDownloadsOf(t)).entries())
      for (const href of chosen(links, at, format === "form" ? 1 : most))
        await judgeFile(t, href, {
          documented: documentedFor(format),
          not: OTHER_KINDS[format],
          isStillShown: () => isLabelListed(t, href),
        });
    await lookAgain(t);
  });

  rule.fromThorough("label.download.accept", "asks for a file as another type", async (t) => {
    const [href = ""] = (await ownDownloadsOf(t)).flatMap(({ links }) => links);
    // A refusal may have any status, so this call bypasses the exchange oracles.
    const exchange = await t.session.client.call({ check: t.rule, href, headers: OTHER_TYPE });
    if (exchange.answer === null) return t.inconclusive("the target was not stable; run again when it is");
    t.saw("files");
    t.observe(
      `A file of a label, asked for as ${OTHER_TYPE.Accept}, is answered with ${exchange.answer.status}.`,
    );
  });

  rule("label.download.address", "looks at where download URLs lead", async (t) => {
    const links = (await downloadsOf(t)).flatMap((each) => each.links);
    if (links.length === 0) t.inconclusive("needs a label with a download URL");
    t.saw("links", links.length);
    t.observe(
      links.every((href) => isOwnAddress(href, t.settings.url))
        ? "Download URLs of labels lead to the target's own host."
        : "Download URLs of labels lead to other hosts than the target's; none of them gets the key.",
    );
  });
});

/** Reads the oldest labels once more: if a download changed one of them, `reads.leave-state` finds it. */
async function lookAgain(t: Check): Promise<void> {
  const [oldest] = (await t.census.list("labels")).pages;
  if (oldest !== undefined) await askPage(t, LISTS.labels, queryOf(oldest));
}

/** Whether the label that showed an address is still listed; true if that cannot be told. */
async function isLabelListed(t: Check, href: string): Promise<boolean> {
  const { oldest } = await t.census.list("labels");
  const label = oldest.find((each) => linksOf(each).includes(href));
  return label === undefined || isStillListed(t, label);
}

function documentedFor(format: Downloads["format"]): string {
  if (format === "form") return "a non-empty file behind form_download of a completed label";
  return `a non-empty file${format === "href" ? "" : ` as ${format}`} behind a download URL of a completed label`;
}

/** Files that are of none of the formats. */
const NO_LABEL = ["JSON", "a web page", "a GIF", "a JPEG", "base64 text"] as const;

/**
 * Files that are plainly not of the format asked for. The contract does not say what href leads to, nor of what format
 * a form is.
 */
const OTHER_KINDS: Readonly<Record<Downloads["format"], readonly FileKind[]>> = {
  pdf: [...NO_LABEL, "a PNG"],
  png: [...NO_LABEL, "a PDF"],
  zpl: [...NO_LABEL, "a PDF", "a PNG"],
  href: [],
  form: [],
};

/** Download URLs of one format. */
interface Downloads {
  readonly format: (typeof FORMATS)[number];
  readonly links: readonly string[];
}

/** Download URLs of completed labels on the target's own host, by format. @throws Inconclusive when there are none */
async function ownDownloadsOf(t: Check): Promise<readonly Downloads[]> {
  const isOwn = (href: string) => isOwnAddress(href, t.settings.url);
  const own = (await downloadsOf(t)).map((each) => ({ ...each, links: each.links.filter(isOwn) }));
  const some = own.filter(({ links }) => links.length > 0);
  if (some.length === 0) t.inconclusive("needs a completed label whose download URL is on the target's host");
  return some;
}

/** Download URLs of completed labels, by format. */
async function downloadsOf(t: Check): Promise<readonly Downloads[]> {
  const { oldest } = await t.census.list("labels");
  const labels = oldest.filter(({ raw }) => raw.status === "completed").map(linksOf);
  return FORMATS.map((format, at) => ({ format, links: labels.flatMap((links) => links[at] ?? []) }));
}

/** A label's download URLs in the order of the formats; null where one is missing or repeats an earlier one. */
function linksOf({ raw }: Item): readonly (string | null)[] {
  const links = isObject(raw.label_download) ? raw.label_download : {};
  return FORMATS.map((format, at) => {
    const href = format === "form" ? hrefIn(raw.form_download) : links[format];
    if (typeof href !== "string" || href === "") return null;
    return FORMATS.slice(0, at).some((earlier) => earlier !== "form" && links[earlier] === href)
      ? null
      : href;
  });
}

/** Entries spread evenly over a list; each format starts at a different place. */
function chosen(links: readonly string[], format: number, wanted: number): readonly string[] {
  const step = Math.max(1, Math.floor(links.length / wanted));
  const from = Math.floor((step * format) / FORMATS.length);
  return links.filter((_, at) => at % step === from).slice(0, wanted);
}

function formOf(download: unknown): string {
  if (!isObject(download)) return download === null ? "null" : typeof download;
  const members = Object.entries(download).filter(([, value]) => typeof value === "string" && value !== "");
  return members.length === 0 ? "no URL" : members.map(([name]) => name).join(", ");
}
