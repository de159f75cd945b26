import { type Answer, created } from "../answer.js";
import type { Call, Handlers } from "../behaviours.js";

/** The contract shows no shape: the sheet gets a number, and the sent members are returned. */
const print =
  (name: string) =>
  (call: Call): Answer => {
    const body = call.object();
    return created({ [`${name}_id`]: call.ids.next("plain"), status: "completed", request: body });
  };

export const mailing: Handlers = {
  v2CreateStamps: print("stamp"),
  v2CreateMailLabels: print("mail_label"),
  v2CreateEnvelope: print("envelope"),
};
