import { html } from "hono/html";
import { operations } from "../../contract/operations.js";
import { ADMIN, LEVERS } from "./admin.js";

/**
 * The page at /: what is here, the key, and commands to try.
 * @param origin address of the service
 * @param apiKey its key; null if it is the user's own
 */
export function page(origin: string, apiKey: string | null) {
  const key = apiKey ?? "$PLIMSOLL_API_KEY";
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plimsoll reference service</title>
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1b1f24; background: #fff; }
  pre { background: #f2f4f6; padding: .8rem; overflow-x: auto; }
  table { border-collapse: collapse; width: 100%; }
  td, th { text-align: left; padding: .2rem .8rem .2rem 0; vertical-align: top; }
  td:first-child { white-space: nowrap; }
</style>
<h1>Plimsoll reference service</h1>
<p>A stateful mock of the shipping service, in memory, at <code>${origin}</code>.
The header <code>API-Key</code> has to carry ${
    apiKey === null ? "the key that it was started with" : html`<code>${apiKey}</code>`
  }.</p>
<pre>curl -H "API-Key: ${key}" "${origin}/v1/labels?page_size=2"
curl -H "API-Key: ${key}" "${origin}/v1/shipments?shipment_status=pending"
curl -H "API-Key: ${key}" -X POST "${origin}${ADMIN}/reset"
curl -H "API-Key: ${key}" -X POST "${origin}${ADMIN}/troubles" -d "429 v1ListLabels times=2"</pre>
<p><a href="${ADMIN}/openapi.json">OpenAPI document</a> · <a href="${ADMIN}/health">health</a></p>
<h2>Levers</h2>
<table>${LEVERS.map(
    ([method, path, what]) => html`<tr><td>${method} <code>${ADMIN}${path}</code></td><td>${what}</td></tr>`,
  )}</table>
<h2>Operations</h2>
<table>${operations.map(
    ({ id, method, path, summary }) =>
      html`<tr><td>${method} <code>${path}</code></td><td>${summary}</td><td><code>${id}</code></td></tr>`,
  )}</table>
</html>`;
}
