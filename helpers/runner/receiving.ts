import { openReceiver } from "../target/receiver.js";
import { isLoopback } from "../target/settings.js";
import { shared } from "./shared.js";

/**
 * The receiver of the run, opened by the first check that asks and closed at the end: there is one port and one
 * public address for all of them. Checks tell their deliveries apart by the path that they register.
 * @throws Inconclusive when the target would not reach it
 */
export const receiverOf = shared(async (t) => {
  const { receiverUrl, receiverPort, url } = t.settings;
  if (receiverUrl === null && !isLoopback(url)) {
    t.inconclusive("no receiver that the target reaches; give its public address by --receiver URL");
  }
  const receiver = await openReceiver(receiverUrl, receiverPort);
  t.session.atEnd(() => receiver.close());
  return receiver;
});
