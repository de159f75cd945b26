import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Markup, markup, trusted } from "../markup.js";

const STYLE = readFileSync(new URL("./page.css", import.meta.url), "utf8");

/** One of our pages. */
interface Page {
  readonly title: string;
  readonly body: Markup;
  /** The page's script; none if absent. */
  readonly script?: string;
}

/** A self-contained page. It loads nothing, and runs only our own style and script, whatever a target sent. */
export function page({ title, body, script }: Page): string {
  const policy = [
    "default-src 'none'",
    `style-src '${digest(STYLE)}'`,
    ...(script === undefined ? [] : [`script-src '${digest(script)}'`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title} · Plimsoll</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
${body}
${script === undefined ? null : markup`<script>${trusted(script)}</script>\n`}</body>
</html>
`.text;
}

function digest(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
