import { type FileKind, fileKind } from "../../oracles/answers/file-kind.js";
import { isRedirect } from "../../oracles/exchange/context.js";
import type { Answered } from "../../wire/exchange.js";
import type { Check } from "../check/check.js";

/** What an address that the target showed has to deliver. */
interface DueFile {
  readonly documented: string;
  /** Kinds of files that it plainly is not. */
  readonly not: readonly FileKind[];
}

/** Judges that the answer at an address which the target showed is a file, not empty and of a kind that it may have. */
export function judgeFile(t: Check, exchange: Answered, { documented, not }: DueFile): void {
  t.saw("files");
  const { status, body } = exchange.answer;
  // Redirects to another host are not followed: the target may keep its files anywhere.
  if (isRedirect(status)) t.observe(`A download URL is answered with ${status}, a redirect.`);
  else if (status !== 200) t.breach(exchange, documented, `status ${status}`);
  else if (body.kind === "empty") t.breach(exchange, documented, "an empty body");
  else if (not.includes(fileKind(body))) t.breach(exchange, documented, fileKind(body));
}
