import { describe } from "vitest";
import type { Item } from "../../helpers/oracles/decode.js";
import { isObject } from "../../helpers/oracles/raw.js";
import type { Check } from "../../helpers/runner/check.js";
import { askOnce } from "../../helpers/runner/probe.js";
import { rule } from "../../helpers/runner/rule.js";

/** Files fetched. */
const DOWNLOADS = { quick: 1, standard: 2, thorough: 12 } as const;
const FORMATS = ["pdf", "png", "zpl", "href"] as const;

describe("Label (v1 list item)", () => {
  rule(
    "label.shipment-retrievable",
    "reads the shipment of a label",
    async (t) => {
      const { oldest } = await t.census.list("labels");
      const ids = oldest
        .map(({ raw }) => raw.shipment_id)
        .filter((id) => typeof id === "string" && id !== "");
      const [shipment_id] = ids.map(String);
      if (shipment_id === undefined) return t.inconclusive("needs a label with a shipment_id");
      const exchange = await askOnce(t, { operation: "v1GetShipment", path: { shipment_id } });
      if (exchange === null) return t.inconclusive("the target was not well; run again when it is");
      t.saw("labels");
      t.observe(`The shipment that a label names is answered ${exchange.answer.status}.`);
    },
    { from: "standard" },
  );

  rule("label.download.incomplete", "looks at the downloads of labels that are not completed", async (t) => {
    const labels = (await t.census.list("labels")).oldest.filter(({ raw }) => raw.status !== "completed");
    if (labels.length === 0) t.inconclusive("needs a label that is not completed");
    t.saw("labels", labels.length);
    const forms = new Set(labels.map(({ raw }) => `${String(raw.status)}: ${formOf(raw.label_download)}`));
    t.observe(`Downloads of labels that are not completed: ${[...forms].slice(0, 6).join("; ")}.`);
  });
});

describe("Other v1 operations: label downloads", () => {
  rule(
    "label.download.delivers",
    "fetches files of completed labels",
    async (t) => {
      const links = await downloadsOf(t);
      const own = links.filter((href) => originOf(t, href) === new URL(t.settings.url).origin);
      if (own.length === 0)
        t.inconclusive("needs a completed label whose download URL is on the target's host");
      for (const href of spread(own, DOWNLOADS[t.settings.effort])) {
        const exchange = await t.ask({ href });
        t.saw("files");
        const { status, body } = exchange.answer;
        // Redirects are not followed: where the file lies is the target's choice.
        if (status >= 300 && status < 400) t.observe(`A download URL is answered ${status}, a redirect.`);
        else if (status !== 200)
          t.breach(exchange, "a file behind a download URL of a completed label", `status ${status}`);
        else if (body.kind === "empty") t.breach(exchange, "a non-empty file", "an empty body");
      }
    },
    { from: "standard" },
  );

  rule("label.download.address", "looks at where download URLs lead", async (t) => {
    const links = await downloadsOf(t);
    if (links.length === 0) t.inconclusive("needs a label with a download URL");
    t.saw("links", links.length);
    const own = new URL(t.settings.url).origin;
    const origins = [...new Set(links.map((href) => originOf(t, href)))];
    t.observe(
      origins.every((origin) => origin === own)
        ? "Download URLs of labels lead to the target's own host."
        : "Download URLs of labels lead to other hosts than the target's; none of them gets the key.",
    );
  });
});

/** Download URLs of completed labels, those of one label next to each other. */
async function downloadsOf(t: Check): Promise<readonly string[]> {
  const { oldest } = await t.census.list("labels");
  return [...new Set(oldest.filter(({ raw }) => raw.status === "completed").flatMap(linksOf))];
}

function linksOf({ raw }: Item): readonly string[] {
  const links = raw.label_download;
  if (!isObject(links)) return [];
  return FORMATS.flatMap((format) => {
    const href = links[format];
    return typeof href === "string" && href !== "" ? [href] : [];
  });
}

function originOf(t: Check, href: string): string | null {
  return URL.canParse(href, t.settings.url) ? new URL(href, t.settings.url).origin : null;
}

function formOf(download: unknown): string {
  if (!isObject(download)) return download === null ? "null" : typeof download;
  const members = Object.entries(download).filter(([, value]) => typeof value === "string" && value !== "");
  return members.length === 0 ? "no URL" : members.map(([name]) => name).join(", ");
}

/** Entries taken evenly from a list. */
function spread<T>(all: readonly T[], wanted: number): readonly T[] {
  const step = Math.max(1, Math.floor(all.length / wanted));
  return all.filter((_, at) => at % step === 0).slice(0, wanted);
}
