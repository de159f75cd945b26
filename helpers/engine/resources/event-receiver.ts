import { type Delivery, openReceiver, type Receiver } from "../../target/receiver.js";
import { isLoopback } from "../../target/settings/settings.js";
import { given } from "../check/given.js";
import type { Session } from "../check/session.js";

/** A receiver as checks use it. */
export type LearntReceiver = Omit<Receiver, "close" | "refused">;

/**
 * The receiver of the run, opened by the first check that asks for it and closed at the end: all checks share one port
 * and one public address. Checks recognise their deliveries by the path that they register.
 * @throws Inconclusive if the target cannot reach it
 */
export const receiverOf = given(async (t) => {
  const { receiverUrl, receiverPort, url } = t.settings;
  if (receiverUrl === null && !isLoopback(url)) {
    t.inconclusive(
      "the target could not reach a receiver on this machine; give a public address with --receiver URL",
      "--receiver URL",
    );
  }
  return learntReceiver(t.session, async () => {
    const receiver = await openReceiver(receiverUrl, receiverPort).catch((error: Error) =>
      t.inconclusive(
        `no receiver could be opened (${error.message}); name another port with --receiver-port`,
        "--receiver-port N",
      ),
    );
    t.session.atEnd(() => receiver.close());
    return receiver;
  });
});

/** A receiver whose every look is recorded, so that a recording shows the same deliveries at the same time. */
async function learntReceiver(
  { sideNotes, trouble }: Session,
  open: () => Promise<Receiver>,
): Promise<LearntReceiver> {
  const opened: Receiver[] = [];
  const url = await sideNotes.learn("receiver: address", async () => {
    const receiver = await open();
    opened.push(receiver);
    return receiver.url;
  });
  const seen: Delivery[] = [];
  /** What came since the last look: each delivery is kept once. */
  const look = () => ({
    came: opened.flatMap(({ deliveries }) => deliveries.slice(seen.length)),
    refused: opened.reduce((sum, { refused }) => sum + refused, 0),
  });
  return {
    url,
    get deliveries() {
      const { came, refused } = sideNotes.keep("receiver: deliveries", look);
      seen.push(...came);
      if (refused > 0) trouble.set("DELIVERY_REFUSED", refused);
      return [...seen];
    },
    waitFor: (fits, timeoutMs) =>
      sideNotes.learn("receiver: wait", async () => (await opened[0]?.waitFor(fits, timeoutMs)) ?? false),
  };
}
