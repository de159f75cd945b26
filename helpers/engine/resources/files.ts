import { type FileKind, fileKind, isMisnamed } from "../../oracles/answers/file-kind.js";
import { isRedirect } from "../../oracles/exchange/context.js";
import { isMissing } from "../../wire/status.js";
import type { Check } from "../check/check.js";
import { BRIEF, onceKnown, PATIENCE } from "./eventually.js";

/** What an address that the target showed has to deliver. */
interface DueFile {
  readonly documented: string;
  /** Kinds of files that it plainly is not. */
  readonly not: readonly FileKind[];
  /** Whether the target still shows what the file belongs to: another client may have removed both meanwhile. */
  readonly isStillShown: () => Promise<boolean>;
}

/** Judges that an address which the target showed leads to a file, not empty and of a kind that it may have. */
export async function judgeFile(t: Check, href: string, due: DueFile): Promise<void> {
  const { documented, not, isStillShown } = due;
  const exchange = await onceKnown(t, () => t.ask({ href }), t.session.lag.isSeen ? PATIENCE : BRIEF);
  const { status, body, headers } = exchange.answer;
  const kind = fileKind(body);
  const type = headers["content-type"];
  if (isMissing(status) && !(await isStillShown())) return;
  t.saw("files");
  // Redirects to another host are not followed: the target may keep its files anywhere.
  if (isRedirect(status)) t.observe(`A download URL is answered with ${status}, a redirect.`);
  else if (status !== 200) t.breach(exchange, documented, `status ${status}`);
  else if (body.kind === "empty") t.breach(exchange, documented, "an empty body");
  else if (not.includes(kind)) t.breach(exchange, documented, kind);
  else if (isMisnamed(type, kind)) t.breach(exchange, documented, `${kind} with the Content-Type ${type}`);
}
