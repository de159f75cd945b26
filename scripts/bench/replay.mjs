/**
 * The second half of the floor: undici alone sends the requests of a recorded run again, at the same concurrency, and
 * discards the bodies. Arguments: journal file, target URL, key, concurrency.
 */
import { readFileSync } from "node:fs";
import { Pool } from "undici";

const [journal, url, key, concurrency] = process.argv.slice(2);
const pool = new Pool(url, { connections: Number(concurrency) });
const requests = readFileSync(journal, "utf8")
  .split("\n")
  .slice(0, -1)
  // Besides exchanges, a journal holds other inputs of the run.
  .flatMap((line) => JSON.parse(line).request ?? [])
  .filter((request) => request.url.startsWith("http://127.0.0.1"));

async function send({ method, url: address, headers, body, key: use }) {
  const { pathname, search } = new URL(address);
  const sent = { ...headers, ...(use === "right" ? { "api-key": key } : {}) };
  const answer = await pool.request({ method, path: pathname + search, headers: sent, body });
  await answer.body.dump();
}

let next = 0;
async function work() {
  for (let request = requests[next++]; request !== undefined; request = requests[next++]) await send(request);
}
await Promise.all(Array.from({ length: Number(concurrency) }, work));
await pool.close();
