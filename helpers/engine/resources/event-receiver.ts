import { openReceiver, type Receiver } from "../../target/receiver.js";
import { isLoopback } from "../../target/settings.js";
import type { SideNotes } from "../../target/side-notes.js";
import { given } from "../check/check.js";

/** A receiver as checks use it. */
export type LearntReceiver = Omit<Receiver, "close">;

/**
 * The receiver of the run, opened by the first check that asks and closed at the end: there is one port and one
 * public address for all of them. Checks tell their deliveries apart by the path that they register.
 * @throws Inconclusive when the target would not reach it
 */
export const receiverOf = given(async (t) => {
  const { receiverUrl, receiverPort, url } = t.settings;
  if (receiverUrl === null && !isLoopback(url)) {
    t.inconclusive("no receiver that the target reaches; give its public address by --receiver URL");
  }
  return learntReceiver(t.session.sideNotes, async () => {
    const receiver = await openReceiver(receiverUrl, receiverPort).catch((error: Error) =>
      t.inconclusive(`no receiver could be opened (${error.message}); name another port by --receiver-port`),
    );
    t.session.atEnd(() => receiver.close());
    return receiver;
  });
});

/** A receiver each look at which is learnt, so that a recording shows the same deliveries at the same time. */
async function learntReceiver(sideNotes: SideNotes, open: () => Promise<Receiver>): Promise<LearntReceiver> {
  const opened: Receiver[] = [];
  const url = await sideNotes.learn("receiver: address", async () => {
    const receiver = await open();
    opened.push(receiver);
    return receiver.url;
  });
  return {
    url,
    get deliveries() {
      return sideNotes.keep("receiver: deliveries", () => opened.flatMap(({ deliveries }) => deliveries));
    },
    waitFor: (fits, timeoutMs) =>
      sideNotes.learn("receiver: wait", async () => (await opened[0]?.waitFor(fits, timeoutMs)) ?? false),
  };
}
