import { once } from "node:events";
import { createServer } from "node:net";
import { UsageError } from "./errors.js";
import { portTrouble } from "./system-errors.js";

/**
 * Makes sure that an event receiver can listen as the settings say, before checks that need it run.
 * @throws UsageError that names the port
 */
export async function throwIfPortIsTaken(port: number, host: string): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    throw new UsageError(`no receiver can listen on port ${port}: ${portTrouble(error) ?? String(error)}`);
  } finally {
    server.close();
  }
}
