/** Prism as a validating proxy: the requests of a recorded run of Plimsoll are sent again through it, one by one. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../occasion.mjs";
import { pathMatcher } from "../operations.mjs";

export const prism = {
  name: "Prism as a proxy",
  settings:
    "`prism proxy`; every request that a run of Plimsoll at standard sent to the conforming service, again and in its order; found is a violation by an answer",
  async start({ occasion, url, known, recorded, key }) {
    writeFileSync(join(occasion.folder, "prism.json"), JSON.stringify(known.document));
    const port = await freePort();
    const args = ["proxy", "prism.json", url, "--port", String(port), "--verboseLevel", "info"];
    const proxy = await occasion.serve(occasion.bin("prism"), args, /listening on/);
    const find = pathMatcher(known.operations);
    const base = `http://127.0.0.1:${port}`;
    const measure = async () => {
      const found = [];
      for (const request of recorded) {
        const { pathname, search } = new URL(request.url);
        const operation = find(request.method, pathname)?.operation.entry.operationId;
        if (operation === undefined) continue;
        for (const { location, code } of await violations(base + pathname + search, request, key)) {
          if (location[0] === "response")
            found.push({ operation, check: `${location.join("/").replace(/\d+/g, "*")} ${code}` });
        }
      }
      return found;
    };
    return Object.assign(measure, { end: proxy.end });
  },
};

/** What Prism says about an exchange, in a header that holds only the beginning if the text is too long. */
async function violations(address, { method, headers, body, key: use }, key) {
  const sent = { ...headers, ...(use === "right" && { "api-key": key }) };
  const answer = await fetch(address, { method, headers: sent, body: body ?? undefined, redirect: "manual" });
  await answer.arrayBuffer();
  const said = answer.headers.get("sl-violations") ?? "[]";
  return said.startsWith("[") ? JSON.parse(said) : [{ location: ["response"], code: "too many violations" }];
}
